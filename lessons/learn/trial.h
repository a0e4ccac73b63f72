/* Files tried against a lesson: each is compiled, linked with the lesson's judge, and run. */
#ifndef LEARN_TRIAL_H
#define LEARN_TRIAL_H

#include "course.h"
#include "grade.h"

/* Whether this build can try anything. */
bool trial_possible(struct tri_error *e);

/* The judge, compiled, in a folder that lasts from begin to end; Ctrl-C waits for the end, too. */
struct trials {
    const struct course *course;
    const struct lesson *lesson;
    char folder[200];
    int seconds; /* that a program may run */
};

bool trials_begin(struct trials *, const struct course *, const struct lesson *,
                  struct tri_error *e);
bool trials_end(const struct trials *, struct tri_error *e);

/* False only if the file could not be tried at all; else the grade says what came of it. */
bool trial(const struct trials *, const char *file, struct grade *, struct tri_error *e);

/* Of one file alone. */
bool trial_once(const struct course *, const struct lesson *, const char *file, struct grade *,
                struct tri_error *e);

#endif
