/* Result rows: reading what `bench --json` or `--db` has written, and adding to it. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "ceilings.h"
#include "request.h"
#include "store.h"

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

/* ---- row.c: one measurement each; they are added to a store one by one ---- */

enum { ROW_SCHEMA = 1 }; /* docs/rows.md */

/* The contents of a row: the times of a path's runs, or other results if it has a "kind". */
enum tri_row_kind {
    TRI_ROW_TIMES,      /* has no "kind" */
    TRI_ROW_DIFFERENCE, /* "difference": between float and double; its "precision" is "both" */
    TRI_ROW_BREAKDOWN,  /* "breakdown": of a whole program's time */
    TRI_ROW_REMARKS,    /* "remarks": the compiler's, for each loop */
    TRI_ROW_ENERGY,     /* "energy": of a run */
    TRI_ROW_CARD,       /* "card": what its kernels take of a GPU */
    TRI_ROW_BREAK_EVEN, /* "break-even": the sizes from which on offload is faster than the CPU */
    TRI_ROW_KINDS
};

const char *tri_row_kind_name(enum tri_row_kind); /* NULL: TRI_ROW_TIMES */

/* Adds a row; an interrupt is deferred until it is written.  `ceiling` may be NULL, and so may `audit`, members that are
 * added. */
bool tri_row_append(struct store *, const struct tri_case *, const struct tri_measurement *,
                    const struct tri_ceiling *ceiling, json_t *audit, struct tri_error *e);

/* The same for a row of any kind: the identity and these results, which are released. */
bool tri_row_append_results(struct store *, enum tri_row_kind, const struct tri_case *,
                            const struct tri_measurement *, json_t *results, struct tri_error *e);

/* Adds an absent row: `absent` says why it could not be measured, in place of results. */
bool tri_row_append_absent(struct store *, enum tri_row_kind, const struct tri_case *,
                           const struct tri_measurement *, const char *absent, struct tri_error *e);

/* Times in the form of rows: minimum, median, maximum and all; null if there are none. */
json_t *tri_row_times(const struct tri_times *);

json_t *tri_row_params(const struct tri_case *);

/* A number that is different for every build of the program or of the libraries beside it, but for the module for MPI:
 * "build" in rows. */
const char *tri_build(void);

/* The compiler's flags that rows quote; the text has to outlive them.  Until then: those of Triptych's hotspots. */
void tri_row_flags_use(const char *flags);

/* The identity (store.h) of this measurement's row.  To be freed; NULL: out of memory. */
char *tri_row_identity(enum tri_row_kind, const struct tri_case *, const struct tri_measurement *);
