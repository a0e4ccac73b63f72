/* Reads the result rows that `bench --json` or `--db` has written. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "store.h"
#include "ceilings.h"
#include "request.h"

/* Adds the rows of a file, JSON lines or a database, to the store.  With `whole`, it may be the file of a run that
 * was killed: without rows, or with an incomplete row as the last line, which is left out; any other incomplete
 * line is an error.  *whole: the number of bytes before it. */
bool rows_load(struct store *, const char *file, off_t *whole, struct tri_error *e);

/* A new store with the rows of the files in a comma-separated list; NULL: an error.  A line that is no row is a
 * TRI_USAGE error that names file, line and the wrong field; so is a file without rows. */
struct store *rows_load_all(const char *list, struct tri_error *e);

/* Makes the tables of rows.sql and the SQL functions si(x, unit), ratio(x), percent(x), marked_share(x), which format
 * numbers (null is "-"), and ceilings(json): an object with a row's "arithmetic" per second, its "unit", the resource
 * that the row is "bound_by", and the "seconds" at that ceiling; null if unknown.  Has to be called before the others. */
bool rows_prepare(struct store *, struct tri_error *e);

/* Adds the values of a request to table `asked`, so that view `chosen` has the rows of times that it selects. */
bool rows_ask(struct store *, const struct request *, struct tri_error *e);

/* Fills table `chosen_row` by an insert statement; of rows of the same case with the same launch settings it keeps the
 * last. */
bool rows_choose(struct store *, const char *insert, struct tri_error *e);

/* The first value of a query's result, with the text (or NULL) bound to ?1; NULL: an error, or (*good) no result.
 * To be freed. */
char *answer_text(struct store *, const char *sql, const char *text, bool *good,
                  struct tri_error *e);

/* The JSON that is the only value of a query's result; NULL: an error.  To be released. */
json_t *answer_json(struct store *, const char *sql, struct tri_error *e);

/* Prints the first column of a query's result, a line for each row. */
bool print_lines(FILE *out, struct store *, const char *sql, struct tri_error *e);

/* The number of a key in an object; NaN: there is none. */
double number_for(const json_t *, const char *key);

/* The same as a size; false if it is missing, negative, not an integer, or too large for a double to count. */
bool count_for(const json_t *, const char *key, size_t *count);

/* The work in a row of times, as far as ceilings need it, and the ceilings.  Older rows have ceilings of FMA and
 * memory only. */
struct tri_work row_work(const json_t *);
struct tri_ceiling row_ceiling(const json_t *);

/* How devices copied halos; zeros: they had none, or it is not in the row. */
struct tri_copies row_copies(const json_t *);

/* How many runs a sample is of, and in which rounds they were. */
void row_rounds(const json_t *, struct tri_measurement *);
struct tri_energy row_energy(const json_t *);

/* What several devices gained over one; zeros: not known, or not in the row. */
struct tri_scaling row_scaling(const json_t *);
double row_clock(const json_t *);
struct tri_conditions row_conditions(const json_t *);

/* Bytes that are moved; 0: none, or not in the row. */
double row_bytes(const json_t *, const char *key);

/* The list of times under a key, in place of those that *t has; to be freed, also after a failure.  False: a time is missing,
 * or there are more than a run can have. */
bool times_for(const json_t *row, const char *key, struct tri_times *);

/* The machine of the rows in `chosen_row`: "NVIDIA H100; AMD EPYC, 16 threads, clang 19.1.7".  With `one`, as for a
 * picture, they must be of one processor and device.  To be freed; NULL: an error. */
char *machine_of(struct store *, bool one, struct tri_error *e);
