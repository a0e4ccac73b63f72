/*
 * The show: an explorer, its frames and their picture.
 *
 *     show_take(&s, &step, …)     takes a step of the window or of a script
 *     show_frame(&s, …)           computes and paints the current frame
 */
#pragma once

#include "explorer.h"
#include "request.h"

/* ---- frames.c: the current view, computed by the current path, and painted ----------------------- */

/* The arrays are kept from frame to frame, on the device too: a frame sends only the parameters, as every run
 * does, and copies the picture back.  New arrays are allocated when the size, number of iterations, path, variant
 * or set changes. */

/* The arrays of a case in one precision. */
struct held {
    struct tri_case own,
        at;         /* in the case's own memory; where it runs: there, or in pinned memory */
    int32_t *table; /* of julia, bound to the case */
    bool there, pinned, on_device;
};

struct frames {
    struct held held[TRI_PRECISIONS]; /* zeros: none yet */
};

/* Escape times of both sets count from 1; 0: the orbit did not escape.  Row 0 is the lowest. */
struct frame {
    int width, height, iterations; /* of an orbit at most */
    const int32_t *times, *other;  /* in the precision in force; in the other one, or NULL */
    double seconds;                /* that the former took, home again */
    double steps;                  /* of all of its orbits */
    size_t differing;              /* points */
    enum tri_place place;
};

/* The arrays of *frame belong to `frames`, and are valid until the next frame. */
bool frames_compute(struct frames *, const struct explorer *, struct frame *frame,
                    struct tri_error *e);
void frames_free(struct frames *);

/* The picture of a frame in pixels: what the window shows, and what is saved. */

struct canvas {
    int width, height;
    uint32_t *pixel;        /* 0xRRGGBB; row 0 is the uppermost */
    uint32_t *colour;       /* of each escape time */
    size_t pixels, colours; /* that there is memory for */
};

/* Paints a frame in a palette's colours; with `differences`, the points that differ in a colour of their own
 * over a dim picture. */
bool canvas_paint(struct canvas *, const struct frame *, const struct tri_palette *,
                  bool differences, struct tri_error *e);

/* Writes the picture to a PNG, with `description` in it. */
bool canvas_save(const struct canvas *, const char *file, const char *description,
                 struct tri_error *e);

void canvas_free(struct canvas *);

/* ---- show.c -------------------------------------------------------------------------------------- */

struct show {
    struct explorer x;
    struct frames frames;
    struct canvas canvas;
    struct frame frame; /* the last one, */
    double seconds;     /* and what computing and painting it took */
};

bool show_frame(struct show *, struct tri_error *e);

/* Takes a step, and does what STEP_TIME, STEP_SAVE and STEP_CARD ask for; `said` is a line about the result, or "". */
enum { SAID = 400 };
bool show_take(struct show *, const struct step *, char said[SAID], struct tri_error *e);

/* The figures of the last frame, in lines; `seconds` is the time between frames. */
enum { NUMBERS_SAID = 5 };
struct numbers {
    char line[NUMBERS_SAID][120]; /* "": none */
};
struct numbers show_numbers(const struct show *, double seconds);

/* Plays a script, and prints the lines about timing and saving.  All steps are checked first; if one is wrong,
 * nothing is done. */
bool show_play(struct show *, const struct script *, FILE *out, struct tri_error *e);

void show_free(struct show *);

/* ---- explore_options.c: the command line of explore ---- */

struct explore {
    struct request request;
    const struct tri_palette *palette; /* NULL: the first */
    const char *script;                /* a file; NULL: a window */
};

/* Parses the command line. */
bool explore_options(struct explore *, int argc, char **argv, struct tri_error *);

/* Sets up the initial picture. */
bool explore_begin(const struct explore *, struct explorer *, struct tri_error *);
