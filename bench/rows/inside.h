/* What the files of this room share. */
#pragma once

#include "rows.h"

/* The place of the current row. */
struct place {
    const char *file;
    size_t line;
};

/* Checks a row, and adds it. */
bool row_load(struct store *, const struct place *, const json_t *row, struct tri_error *e);

/* A file that others' programs write: an array of rows, Google Benchmark's JSON, a CSV.  *is_one: it is such a file; and if
 * so, its rows are added. */
bool published_load(struct store *, const char *file, bool *is_one, struct tri_error *e);
