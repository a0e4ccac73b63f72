/*
 * The show: an explorer, its frames and their picture.
 *
 *     show_take(&s, &step, …)     a step, from wherever it comes
 *     show_frame(&s, …)           the frame that is in force now, computed and painted
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

/* Takes a step.  Where it is to time or to save, it does so; *said is a line about that, or "". */
enum { SAID = 400 };
bool show_take(struct show *, const struct step *, char said[SAID], struct tri_error *e);

/* What there is to say of the last frame, in lines; `seconds` is the time from one frame to the next. */
enum { NUMBERS_SAID = 5 };
struct numbers {
    char line[NUMBERS_SAID][120]; /* "": none */
};
struct numbers show_numbers(const struct show *, double seconds);

/* Plays a script, and prints what is timed and saved; its steps are tried first, so that nothing is done where one
 * is wrong. */
bool show_play(struct show *, const struct script *, FILE *out, struct tri_error *e);

void show_free(struct show *);

#endif
