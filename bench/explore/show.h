/*
 * The show: an explorer, its frames and their picture.
 *
 *     show_take(&s, &step, …)     takes a step of the window or of a script
 *     show_frame(&s, …)           computes and paints the current frame
 */
#ifndef TRI_SHOW_H
#define TRI_SHOW_H

#include "canvas.h"

struct show {
    struct explorer x;
    struct frames frames;
    struct canvas canvas;
    struct frame frame; /* the last one, */
    double seconds;     /* and what computing and painting it took */
};

bool show_frame(struct show *, struct tri_error *e);

/* Takes a step, and does what STEP_TIME and STEP_SAVE ask for; `said` is a line about the result, or "". */
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

#endif
