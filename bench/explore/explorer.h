/*
 * The state of explore: the view, and the path that computes it.  Steps change it.
 *
 * No picture is computed here (frames.h does that), so all steps of a script can be checked on a copy
 * before the first picture is computed.
 */
#ifndef TRI_EXPLORER_H
#define TRI_EXPLORER_H

#include "hotspot.h"
#include "palette.h"
#include "step.h"
#include "view.h"

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

/* Takes a step.  If it is not possible, returns false and changes nothing.  STEP_TIME and STEP_SAVE are only
 * checked here. */
bool explorer_take(struct explorer *, const struct step *, struct tri_error *e);

/* The case that computes the current view in this precision; not allocated. */
bool explorer_case(const struct explorer *, enum tri_precision, struct tri_case *,
                   struct tri_error *e);

const char *set_at(size_t i, const void *data);

#endif
