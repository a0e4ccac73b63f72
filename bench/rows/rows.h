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

struct row {
    char *file; /* where it was read */
    size_t line;
    const char *hotspot, *path, *precision; /* a peer stands as a path of its own name */
    const char *cpu, *compiler;
    const char *device;   /* NULL: the row is not an offload's */
    const json_t *params; /* an object, in the order of the description */
    const char *input;    /* the file that was worked on, NULL: none */
    const char *peer;     /* NULL: the row is a path's */
    const char *variant;  /* NULL: of a peer, of what has none, or of a program that knew none */
    double threads;
    const char *kind;   /* NULL: of times; else nothing of below is there either, see row.h */
    const char *absent; /* why it could not be measured: then nothing of below is there; or NULL */
    double instructions, bytes;  /* of one run */
    double seconds, least, most; /* of the kernel's times: median, and NaN if not said */
    /* The ceilings, NaN where there is none; of arithmetic for the row's own mix of instructions. */
    double fma_per_second, bytes_per_second, arithmetic_per_second;
    enum tri_resource arithmetic; /* what of arithmetic binds */
    json_t *json;
};

struct rows {
    size_t n;
    struct row *row;
};

void rows_free(struct rows *);

/* Adds the rows of a file, lines or a database, to the store.  With `whole`, lines that a run that came to
 * no end may have left: no row at all, too, and half a row as the last line, which is left out; any other
 * half a line is an error.  *whole: how many bytes all but that are. */
bool rows_load(struct store *, const char *file, off_t *whole, struct tri_error *e);

/* A new store of the files that a comma-separated list names; NULL: an error.  A line that is no row is a
 * TRI_USAGE error that names file and line, and what is missing; so is a file without rows. */
struct store *rows_load_all(const char *list, struct tri_error *e);

/* The rows that "select row... from <which>" finds, with the texts in the places of ?1, ?2 and so on: of the
 * table row, or what is named so.  Where a join has none, the row has no JSON. */
bool rows_ask(struct rows *, struct store *, const char *which, const char *const *text, size_t n,
              struct tri_error *e);

/* The same of times, and of the rows of one run the last: of the same case, launched the same way.  Of a
 * device's row the threads of the CPU say nothing. */
bool rows_latest(struct rows *, struct store *, const char *which, const char *const *text,
                 size_t n, struct tri_error *e);

/* Prints the lines that a query answers. */
bool print_lines(FILE *out, struct store *, const char *sql, struct tri_error *e);

/* Adds the row that a text is (NULL: there is none), which was read in a line of a file. */
bool rows_add(struct rows *, const char *file, size_t line, const char *text, size_t length,
              struct tri_error *e);

/* The number that an object has for a key; NaN: there is none. */
double number_for(const json_t *, const char *key);

/* The same as a size; false if it is none: not there, negative, broken, or too large for a double to count. */
bool count_for(const json_t *, const char *key, size_t *count);

/* What a row of times says of its work, as far as ceilings are concerned, and of those.  Rows of before know
 * fma and memory only. */
struct tri_work row_work(const json_t *);
struct tri_ceiling row_ceiling(const json_t *);

/* Whether all were measured on the same processor and device; a picture is of one machine. */
bool rows_of_one_machine(const struct rows *, struct tri_error *e);

#endif
