/* Result rows: JSON Lines, one measurement each, appended and flushed row by row. */
#ifndef TRI_ROW_H
#define TRI_ROW_H

#include "triptych.h"

/* Appends a row to the file behind the descriptor: wholly, or, when the disk is full, not at all.
 * `ceiling` may be NULL. */
bool tri_row_append(int fd, const struct tri_case *, const struct tri_measurement *,
                    const struct tri_ceiling *ceiling, struct tri_error *e);

#endif
