/*
 * Result rows in SQLite: a file that `bench --db` adds to, or the lines of `--json` in memory or a temporary file, so that
 * the same queries read both.  schema.sql has the tables.
 *
 * A row added by store_add() is on disk.  Two runs may add to one file at the same time.  If a run
 * is killed, or the disk is full, all added rows are kept, and no incomplete one.
 */
#pragma once

#include <jansson.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

#include "triptych.h"

struct store;

/* STORE_WRITE creates the file with its first row. */
enum store_mode { STORE_READ, STORE_WRITE };

/* Whether the file has the header of an SQLite database; or has nothing yet, and is named .db or .sqlite. */
bool store_is_database(const char *file);

/* NULL: an error that names the file; it is TRI_USAGE if the file is no database of rows, or has an unknown
 * schema. */
struct store *store_open(const char *file, enum store_mode, struct tri_error *e);

/* A store in memory, for JSON lines, or in a temporary file beyond some megabytes, which may have a measurement twice. */
struct store *store_in_memory(struct tri_error *e);

/* From now on, each added row is also appended to the descriptor as a line of JSON. */
void store_append_to(struct store *, int fd);

void store_close(struct store *); /* NULL: does nothing */

/* Adds a new row.  In a file it replaces the same measurement, but an absent row never replaces a measured
 * one. */
bool store_add(struct store *, const json_t *row, struct tri_error *e);

/* Adds all rows of another store in their order: all of them or none. */
bool store_add_all(struct store *, struct store *from, struct tri_error *e);

/* Adds a row that was read from a line of a file. */
bool store_load(struct store *, const json_t *row, const char *file, size_t line,
                struct tri_error *e);

/* The identity of a row: what was measured, by which build and on which machine, without the results.
 * Two rows with the same identity are a repeated measurement.  Numbers are compared by value: 2.0 is 2.
 * Text, to be freed; NULL: out of memory. */
char *store_identity(const json_t *row);

/* SQL in which $settings stands for the columns of the settings of a run, or $columns for their definitions.  For
 * sqlite3_free(); NULL: out of memory. */
char *store_sql(const char *);

/* A query with the texts bound to ?1, ?2 and so on; NULL: an error.  sqlite3_finalize() has to follow. */
sqlite3_stmt *store_ask(struct store *, const char *sql, const char *const *text, size_t n,
                        struct tri_error *e);

/* Whether there is another row of the result; at the end, *good says whether it is complete. */
bool store_next(struct store *, sqlite3_stmt *, bool *good, struct tri_error *e);

/* Executes a statement without a result. */
bool store_tell(struct store *, const char *sql, const char *const *text, size_t n,
                struct tri_error *e);

/* The same for several statements. */
bool store_run(struct store *, const char *sql, struct tri_error *e);

/* The same for an SQL string, which it frees. */
bool store_write(struct store *, sqlite3_str *sql, struct tri_error *e);

/* Defines an SQL function of n values; its sqlite3_user_data() is `data`. */
typedef void store_fn(sqlite3_context *, int n, sqlite3_value **);
bool store_function(struct store *, const char *name, int n, store_fn *, const void *data,
                    struct tri_error *e);

/* The first value of a query's result, with the text (or NULL) bound to ?1, as a number (-1 if there is none) or
 * as text ("" if there is none). */
long long store_number(struct store *, const char *sql, const char *text);
void store_text(struct store *, const char *sql, const char *text, char *answer, size_t size);

/* Runs a query that finds mistakes.  True if it finds none; else the first text is a TRI_USAGE error. */
bool store_check(struct store *, const char *complaints, struct tri_error *e);

/* The number of the last row; 0: there is none. */
long long store_last(struct store *);
