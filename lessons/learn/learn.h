/* What learn does. */
#ifndef LEARN_H
#define LEARN_H

#include "learn_options.h"
#include "learn_progress.h"

struct learner {
    struct course course;
    struct progress progress;
    char work[PATH_MAX], progress_file[PATH_MAX];
};

/* Carries out the request; *status is that of the program, if it is good. */
bool learn(const struct request *, int *status, struct tri_error *e);

/* For authors: of one lesson, or of all (NULL), so many at once.  *failures counts the lessons that do not hold. */
bool check_lessons(const struct course *, const struct lesson *, int jobs, int *failures,
                   struct tri_error *e);

/* For lecturers: texts and exercises, without hints, solutions and judges, in a folder that is not there yet. */
bool export_lessons(const struct course *, const char *folder, struct tri_error *e);

/* The student's file of a lesson: copied from the exercise, unless it is there. */
bool begin_lesson(struct learner *, const struct lesson *, char file[static PATH_MAX],
                  struct tri_error *e);

/* Puts the exercise back; what was there is kept as NAME.c.1, or .2, and so on. */
bool reset_lesson(struct learner *, const struct lesson *, struct tri_error *e);

/* Copies a text file; the new one is whole, or not there. */
bool copy_file(const char *from, const char *to, struct tri_error *e);

/* One of the two hints of a text, which a line --- divides; level 0 or 1. */
const char *hint_in(const char *text, int level, size_t *length);

#endif
