/* How far somebody has come: a text file, a line for each lesson that was begun. */
#ifndef LEARN_PROGRESS_H
#define LEARN_PROGRESS_H

#include "course.h"

enum state { NEW, TRIED, SKIPPED, SOLVED, STATES };

struct progress {
    enum state state[MAX_LESSONS]; /* of the course's lessons, in their order */
    int hints[MAX_LESSONS];        /* that were given since the last reset */
};

const char *state_name(enum state);

/* "04-scalars tried 1": lesson, state, hints.  Lines of lessons that the course does not have are an error, and so
 * are words that mean nothing: the file may have been edited. */
bool progress_parse(struct progress *, const struct course *, const char *text,
                    struct tri_error *e);

/* No file: nothing was begun. */
bool progress_read(struct progress *, const struct course *, const char *path, struct tri_error *e);
bool progress_write(const struct progress *, const struct course *, const char *path,
                    struct tri_error *e);

/* The first lesson from number i on that is not solved; c->n if all are. */
size_t progress_next(const struct progress *, const struct course *, size_t i);

#endif
