/*
 * The finished rows of an earlier run: `bench --resume FILE` measures only what is missing, and adds it.
 *
 * A row is done if the measurement, the build and the machine are the same
 * (tri_row_identity).  In a file of lines, an incomplete last row, of a run that was killed, is cut off and measured again.
 */
#pragma once

#include "rows.h"
#include "table.h"

struct resume {
    const char *file;    /* NULL: no earlier run */
    struct store *store; /* its rows, of which those after one count */
    long long after;
    bool database;     /* else lines: */
    off_t size, whole; /* bytes: when it was read; of its complete rows */
};

/* Locks the file against other runs until the descriptor is closed: they would cut off rows of this
 * one.  False if another run has locked it; only regular files are locked. */
bool resume_lock(int fd, const char *option, const char *file, struct tri_error *e);

bool resume_read(struct resume *, const char *file, struct tri_error *e);
void resume_free(struct resume *);

/* Cuts off an incomplete row before anything is appended, unless something was appended since it was read. */
bool resume_cut(const struct resume *, int fd, struct tri_error *e);

/* Fills in a result from the row with its identity; false if there is none.  With `reps`, here and below,
 * the row must have as many repetitions. */
bool resume_take(const struct resume *, struct result *, size_t reps);

/* Whether there is a row of that identity that is absent for this reason, or (NULL) one that is not absent. */
bool resume_has(const struct resume *, const char *identity, const char *absent, size_t reps);
