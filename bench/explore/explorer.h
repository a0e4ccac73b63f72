/*
 * What is shown, and by what it is computed: a value that steps change.
 *
 * Nothing is computed in here (frames.h does that).  So the steps of a script can be tried on a copy
 * before the first of them costs anything.
 */
#ifndef TRI_EXPLORER_H
#define TRI_EXPLORER_H

#include "hotspot.h"
#include "palette.h"
#include "step.h"
#include "view.h"

enum set { SET_MANDELBROT, SET_JULIA, SETS };

/* What stands in the corner of the window. */
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

/* One of the two sets, of the two hotspots with their parameters (in double), by the path; by the last variant
 * that has it, where `variant` is NULL.  A TRI_USAGE error where a picture is too large, or orbits are too long. */
bool explorer_begin(struct explorer *, enum set, const struct tri_case start[SETS], enum tri_path,
                    const char *variant, enum tri_precision, struct tri_error *e);

/* Takes a step of any kind.  False, with nothing changed and the reason in a line, where it cannot be taken.  Of
 * STEP_TIME and STEP_SAVE it is only asked whether they can. */
bool explorer_take(struct explorer *, const struct step *, struct tri_error *e);

/* The case of what is shown, in a precision; not allocated. */
bool explorer_case(const struct explorer *, enum tri_precision, struct tri_case *,
                   struct tri_error *e);

const char *set_at(size_t i, const void *data);

#endif
