/* The student's folder. */
#ifndef LEARN_WORK_H
#define LEARN_WORK_H

#include "learn_progress.h"

struct learner {
    struct course course;
    struct progress progress;
    char work[PATH_MAX], progress_file[PATH_MAX];
};

/* The student's file of a lesson: copied from the exercise, unless it is there. */
bool begin_lesson(struct learner *, const struct lesson *, char file[static PATH_MAX],
                  struct tri_error *e);

/* Puts the exercise back; what was there is kept as NAME.c.1, or .2, and so on. */
bool reset_lesson(struct learner *, const struct lesson *, struct tri_error *e);

#endif
