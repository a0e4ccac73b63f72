/* Result rows: JSON Lines, one measurement each, appended and flushed row by row. */
#ifndef TRI_ROW_H
#define TRI_ROW_H

#include "triptych.h"

/* Appends a row to the file behind the descriptor: wholly, or, when the disk is full, not at all.
 * `ceiling` may be NULL. */
bool tri_row_append(int fd, const struct tri_case *, const struct tri_measurement *,
                    const struct tri_ceiling *ceiling, struct tri_error *e);

/* A row for what this machine cannot do: `absent` says why, in place of results. */
bool tri_row_append_absent(int fd, const struct tri_case *, const struct tri_measurement *,
                           const char *absent, struct tri_error *e);

/* A number that is another in every build: rows hold it as "build". */
const char *tri_build(void);

/* All that a row says of what was measured, by which build and on which machine, and nothing of what
 * came out: two rows of one identity are the same measurement, done twice.  Text, to be freed; NULL
 * when out of memory. */
char *tri_row_identity(const struct tri_case *, const struct tri_measurement *);

#endif
