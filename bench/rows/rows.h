/* Result rows read back: what `bench --json` or `--db` has added. */
#ifndef TRI_ROWS_H
#define TRI_ROWS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "store.h"
#include "measure.h"
#include "request.h"

/* Adds the rows of a file, lines or a database, to the store.  With `whole`, lines that a run that came to
 * no end may have left: no row at all, too, and half a row as the last line, which is left out; any other
 * half a line is an error.  *whole: how many bytes all but that are. */
bool rows_load(struct store *, const char *file, off_t *whole, struct tri_error *e);

/* A new store of the files that a comma-separated list names; NULL: an error.  A line that is no row is a
 * TRI_USAGE error that names file and line, and what is missing; so is a file without rows. */
struct store *rows_load_all(const char *list, struct tri_error *e);

/* Has SQL know what rows.sql has, numbers as people read them: si(x, unit), ratio(x), percent(x), marked_share(x), where
 * null is "-"; and ceilings(json), an object of those of a row, null where they are not known: the "arithmetic" a second
 * and its "unit", the resource that the row is "bound_by", and how many "seconds" that allows it.  The others need it. */
bool rows_prepare(struct store *, struct tri_error *e);

/* Adds to table `asked` what a request names, so that view `chosen` has the rows of times that it asks for. */
bool rows_ask(struct store *, const struct request *, struct tri_error *e);

/* Makes table `chosen_row` what is inserted, but of the rows of one run the last: of the same case, launched the same
 * way. */
bool rows_choose(struct store *, const char *insert, struct tri_error *e);

/* The first answer to a query, with the text (or NULL) in the place of ?1; NULL: an error, or (*good) there is none.
 * To be freed. */
char *answer_text(struct store *, const char *sql, const char *text, bool *good,
                  struct tri_error *e);

/* A query's one answer, which is JSON; NULL: an error.  To be released. */
json_t *answer_json(struct store *, const char *sql, struct tri_error *e);

/* Prints the lines that a query answers. */
bool print_lines(FILE *out, struct store *, const char *sql, struct tri_error *e);

/* The number that an object has for a key; NaN: there is none. */
double number_for(const json_t *, const char *key);

/* The same as a size; false if it is none: not there, negative, broken, or too large for a double to count. */
bool count_for(const json_t *, const char *key, size_t *count);

/* What a row of times says of its work, as far as ceilings are concerned, and of those.  Rows of before know
 * fma and memory only. */
struct tri_work row_work(const json_t *);
struct tri_ceiling row_ceiling(const json_t *);

/* Bytes that are moved; 0: none are, or it is not said. */
double row_bytes(const json_t *, const char *key);

/* The list of times under a key.  False: they are not all there, or more than any run has. */
bool times_for(const json_t *row, const char *key, struct tri_times *);

/* "NVIDIA H100; AMD EPYC, 16 threads, clang 19.1.7", of `chosen_row`; with `one`, these have to be of one processor and
 * device, as a picture is.  To be freed; NULL: an error. */
char *machine_of(struct store *, bool one, struct tri_error *e);

#endif
