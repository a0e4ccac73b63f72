/* A file tried against a lesson: compiled with its judge, and run. */
#ifndef LEARN_TRIAL_H
#define LEARN_TRIAL_H

#include "course.h"
#include "grade.h"

/* False only if it could not be tried at all; else the verdict says what came of it. */
bool trial(const struct course *, const struct lesson *, const char *file, struct grade *,
           struct tri_error *e);

/* Whether this build can try anything. */
bool trial_possible(struct tri_error *e);

#endif
