/*
 * Result rows in SQLite: a file that `bench --db` adds to, or the lines of `--json` in memory, so that
 * either is asked by the same queries.  schema.sql is what there is to ask.
 *
 * A row that store_add() has taken is safe on the disk.  Two runs may add to one file at once; a run that
 * is killed, or whose disk is full, leaves all rows that it has added and no part of another.
 */
#ifndef TRI_STORE_H
#define TRI_STORE_H

#include <jansson.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

#include "triptych.h"

struct store;

/* STORE_WRITE creates the file with its first row, and brings an older schema up to this one. */
enum store_mode { STORE_READ, STORE_WRITE };

/* Whether the file begins as SQLite's do. */
bool store_is_database(const char *file);

/* NULL: an error that names the file, TRI_USAGE where it is no database of rows, or one of a schema that
 * this program does not know. */
struct store *store_open(const char *file, enum store_mode, struct tri_error *e);

/* In memory: for lines, which may say the same twice. */
struct store *store_in_memory(struct tri_error *e);

/* What is added from now on is appended to the descriptor, too, as a line of JSON. */
void store_append_to(struct store *, int fd);

void store_close(struct store *); /* NULL: does nothing */

/* Adds what was just measured.  In a file it takes the place of the same measurement; one that is absent
 * takes that of none that was made. */
bool store_add(struct store *, const json_t *row, struct tri_error *e);

/* Adds all rows of another store, as if they were measured one after the other: all of them or none. */
bool store_add_all(struct store *, struct store *from, struct tri_error *e);

/* Adds a row that was read in a line of a file. */
bool store_load(struct store *, const json_t *row, const char *file, size_t line,
                struct tri_error *e);

/* All that a row says of what was measured, by which build and on which machine, and nothing of what came
 * out: two rows of one identity are the same measurement, done twice.  Numbers are values: 2.0 is 2.
 * Text, to be freed; NULL: out of memory. */
char *store_identity(const json_t *row);

/* A query with the texts in the places of ?1, ?2 and so on; NULL: an error.  To be ended by
 * sqlite3_finalize(). */
sqlite3_stmt *store_ask(struct store *, const char *sql, const char *const *text, size_t n,
                        struct tri_error *e);

/* Whether there is another row of the answer; at the end *good says whether it is whole. */
bool store_next(struct store *, sqlite3_stmt *, bool *good, struct tri_error *e);

/* Has something done that has no answer. */
bool store_tell(struct store *, const char *sql, const char *const *text, size_t n,
                struct tri_error *e);

/* The same for statements, one after the other. */
bool store_run(struct store *, const char *sql, struct tri_error *e);

/* The same of SQL that was put together, which it frees. */
bool store_write(struct store *, sqlite3_str *sql, struct tri_error *e);

/* Has SQL know a function of n values; its sqlite3_user_data() is `data`. */
typedef void store_fn(sqlite3_context *, int n, sqlite3_value **);
bool store_function(struct store *, const char *name, int n, store_fn *, const void *data,
                    struct tri_error *e);

/* The first answer, with the text (or NULL) in the place of ?1: a number, -1 if there is none; or as text,
 * "" if there is none. */
long long store_number(struct store *, const char *sql, const char *text);
void store_text(struct store *, const char *sql, const char *text, char *answer, size_t size);

/* The number of the last row, 0: there is none. */
long long store_last(struct store *);

#endif
