/*
 * The state of explore: the view, and the path that computes it.  Steps change it.
 *
 * No picture is computed here (frames.c does that), so all steps of a script can be checked on a copy
 * before the first picture is computed.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "hotspot.h"
#include "palette.h"
#include "triptych.h"

/*
 * ---- step.c: a command of a key, of the mouse or of a line of a script
 *
 *     size 1920 1080
 *     key d
 *     drag 100 100 300 250
 *     zoom 2 960 540
 *
 * All three become steps, and steps are taken by one function, explorer_take().
 */

enum step_kind {
    STEP_SIZE,
    STEP_POINT,
    STEP_DRAG,
    STEP_ZOOM,
    STEP_VIEW,
    STEP_MANDELBROT,
    STEP_JULIA,
    STEP_PATH,
    STEP_VARIANT,
    STEP_PRECISION,
    STEP_ITERATIONS,
    STEP_PALETTE,
    STEP_DIFFERENCE,
    STEP_KEY,
    STEP_TIME,
    STEP_SAVE,
    STEP_CARD,
    STEPS_THERE_ARE
};

enum { MAX_ARGUMENTS = 4, MAX_ITERATIONS = 1 << 20 };

struct step {
    enum step_kind kind;
    int line;                     /* of the script; 0: of the window */
    double number[MAX_ARGUMENTS]; /* its numbers, in their order, */
    int index;                    /* or which of the names that there are, */
    char *word;                   /* or a word: to be freed; NULL: none */
};

/* The keys, one character each, and their meanings; NULL after the last. */
const char *key_name_at(size_t i, const void *data);
const char *key_meaning_at(size_t i);

/* The treatment of points at which float and double differ. */
enum difference { DIFFERENCE_COUNTED, DIFFERENCE_PAINTED, DIFFERENCE_OFF, DIFFERENCES };

struct script {
    const char *name; /* of the file, for messages */
    size_t n;
    struct step *step;
};

/* Reads a script.  A line that is no step is a TRI_USAGE error that names file and line, and what is allowed. */
bool script_read(struct script *, const char *file, struct tri_error *e);
void script_free(struct script *);

/* Reads a line.  *found: whether it has a step; a line may be empty or a comment. */
bool step_read(struct step *, char *line, bool *found, struct tri_error *e);

/* Prints the table of steps, a line for each. */
void steps_print(FILE *out);

/* ---- view.c: the region of the plane in the picture, and how dragging and zooming change it ------ */

/* Bounds as in the hotspots' parameters: pixel (x, y), from the upper left, is the point
 * xmin + x * (xmax - xmin) / width, ymax - (y + 1) * (ymax - ymin) / height. */
struct view {
    double xmin, xmax, ymin, ymax;
    int width, height;
};

enum { MAX_EXTENT = 8192 }; /* of a picture, in pixels */

struct place {
    double re, im;
};

struct place view_place(const struct view *, double x, double y);

/* The smallest view of the given size that has square pixels and contains all of this one. */
struct view view_fitted(const struct view *, int width, int height);

/* The view with another width and height, the same centre and the same size of a pixel. */
struct view view_resized(const struct view *, int width, int height);

/* Moves the point at the first pixel to the second. */
struct view view_dragged(const struct view *, double x, double y, double to_x, double to_y);

/* Magnifies by a factor; the point at the pixel stays where it is. */
struct view view_zoomed(const struct view *, double factor, double x, double y);

/* Whether neighbouring pixels have different coordinates in this precision. */
bool view_is_fine(const struct view *, enum tri_precision);

/* Whether a view is within the hotspots' ranges, and not so small that double cannot resolve its pixels.  Else a
 * TRI_USAGE error. */
bool view_is_good(const struct view *, struct tri_error *e);

/* ---- explorer.c ---------------------------------------------------------------------------------- */

enum set { SET_MANDELBROT, SET_JULIA, SETS };

/* The text in the corner of the window. */
enum corner { CORNER_NUMBERS, CORNER_KEYS, CORNER_EMPTY, CORNERS };

struct explorer {
    enum set set;
    struct tri_case start[SETS]; /* their parameters at first, in double; never allocated */
    struct view view[SETS];
    int iterations[SETS];
    struct place c; /* of Julia's set */
    enum tri_path path;
    const char *variant;
    enum tri_precision precision;
    const struct tri_palette *palette;
    enum difference difference;
    enum corner corner;
    bool pointed; /* the mouse has been somewhere: */
    double x, y;
    bool done;
};

/* Begins with one of the two sets; `start` has the parameters of both hotspots, in double.  Where `variant` is
 * NULL, the last variant that has the path is used.  Too large a picture or too many iterations are a TRI_USAGE
 * error. */
bool explorer_begin(struct explorer *, enum set, const struct tri_case start[SETS], enum tri_path,
                    const char *variant, enum tri_precision, struct tri_error *e);

/* Takes a step.  If it is not possible, returns false and changes nothing.  STEP_TIME, STEP_SAVE and
 * STEP_CARD are only checked here. */
bool explorer_take(struct explorer *, const struct step *, struct tri_error *e);

/* The case that computes the current view in this precision; not allocated. */
bool explorer_case(const struct explorer *, enum tri_precision, struct tri_case *,
                   struct tri_error *e);

const char *set_at(size_t i, const void *data);
