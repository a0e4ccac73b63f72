/*
 * What an earlier run has finished: `bench --resume FILE` does only what is missing, and adds it.
 *
 * A row is taken as done if it says the same of what was measured, by which build, on which machine
 * (tri_row_identity).  Of lines, half a row at the end, where a run was killed, is cut off and done again.
 */
#ifndef TRI_RESUME_H
#define TRI_RESUME_H

#include "rows.h"
#include "table.h"

struct resume {
    const char *file;    /* NULL: there is nothing to go on with */
    struct store *store; /* its rows, of which those after one count */
    long long after;
    bool database;     /* else lines: */
    off_t size, whole; /* bytes: before it was read; of its whole rows */
};

/* Keeps other runs from appending to the file until the descriptor is closed: they would cut off what this
 * one has finished.  False if there is one; what is no regular file is nobody's. */
bool resume_lock(int fd, const char *option, const char *file, struct tri_error *e);

bool resume_read(struct resume *, const char *file, struct tri_error *e);
void resume_free(struct resume *);

/* Cuts off half a row, before anything is appended, unless something has been since it was read. */
bool resume_cut(const struct resume *, int fd, struct tri_error *e);

/* Fills in a result from the row of its identity; false if there is none.  With `reps`, here and below,
 * one of as many repetitions. */
bool resume_take(const struct resume *, struct result *, size_t reps);

/* Whether there is a row of that identity that is absent for this reason, or (NULL) that is not. */
bool resume_has(const struct resume *, const char *identity, const char *absent, size_t reps);

#endif
