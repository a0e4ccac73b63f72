/* Result rows read back: what `bench --json` or `--db` has added. */
#ifndef TRI_ROWS_H
#define TRI_ROWS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "store.h"
#include "triptych.h"

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

/* Adds the row that a text is (NULL: there is none), which was read in a line of a file. */
bool rows_add(struct rows *, const char *file, size_t line, const char *text, size_t length,
              struct tri_error *e);

/* Of rows that are the same, keeps the last. */
void rows_latest(struct rows *, bool (*same)(const struct row *, const struct row *));

/* Whether two values of rows are the same, as values: a program that has rewritten the file may write 2.0
 * as 2. */
bool same_json(const json_t *, const json_t *);

/* The number that an object has for a key; NaN: there is none. */
double number_for(const json_t *, const char *key);

/* The same as a size; false if it is none: not there, negative, broken, or too large for a double to count. */
bool count_for(const json_t *, const char *key, size_t *count);

/* What a row of times says of its work, as far as ceilings are concerned, and of those.  Rows of before know
 * fma and memory only. */
struct tri_work row_work(const json_t *);
struct tri_ceiling row_ceiling(const json_t *);

/* Whether two rows are of one path, variant and precision; and of one hotspot, too. */
bool same_contender(const struct row *, const struct row *);
bool same_kind(const struct row *, const struct row *);

/* "simd tuned double": who was measured, as tables of measurements have it. */
void print_contender(FILE *out, const struct row *);

/* Settings, by the names that a command line has for them: the parameters, and what else a row says of
 * what was run.  These are the others, NULL after the last; all but the input say how it was launched. */
extern const char *const run_settings[];

/* As it stands in the row; NULL: it does not. */
const json_t *row_setting(const struct row *, const char *name);

/* Whether the row says something of it: what is null or not there does not, nor do threads in a device's
 * row. */
bool says_setting(const struct row *, const char *name);

/* Whether two rows say the same of a setting, or of all run_settings but one (NULL: of all). */
bool same_setting(const struct row *, const struct row *, const char *name);
bool same_settings(const struct row *, const struct row *, const char *but);

/* "name=value" and something before it; "-" if the row says nothing of it. */
void print_setting(FILE *out, const char *before, const struct row *, const char *name);

/* Whether all were measured on the same processor and device; a picture is of one machine. */
bool rows_of_one_machine(const struct rows *, struct tri_error *e);

#endif
