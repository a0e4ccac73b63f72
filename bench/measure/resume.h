/*
 * What an earlier run has finished: `bench --resume FILE` does only what is missing, and appends it.
 *
 * A row is taken as done if it says the same of what was measured, by which build, on which machine
 * (tri_row_identity).  Half a row at the end, where a run was killed, is cut off and done again.
 */
#ifndef TRI_RESUME_H
#define TRI_RESUME_H

#include "rows.h"
#include "table.h"

struct resume {
    const char *file; /* NULL: there is nothing to go on with */
    struct rows rows;
    off_t size, whole; /* bytes: before it was read; of its whole rows */
};

/* Keeps other runs from appending to the file until the descriptor is closed: they would cut off what this
 * one has finished.  False if there is one; what is no regular file is nobody's. */
bool resume_lock(int fd, const char *option, const char *file, struct tri_error *e);

bool resume_read(struct resume *, const char *file, struct tri_error *e);

/* Cuts off half a row, before anything is appended, unless something has been since it was read. */
bool resume_cut(const struct resume *, int fd, struct tri_error *e);

/* Fills in a result from the row of its identity; false if there is none.  With `reps`, here and below,
 * one of as many repetitions. */
bool resume_take(const struct resume *, struct result *, size_t reps);

/* Whether there is a row of that identity that is not absent. */
bool resume_has(const struct resume *, const char *identity, size_t reps);

/* Whether a row is of an identity: as values, since another program may write 2.0 as 2. */
bool row_has_identity(const json_t *row, const json_t *identity);

/* Whether there is a row that says of this identity why it is absent. */
bool resume_marked(const struct resume *, const char *identity, const char *absent);

#endif
