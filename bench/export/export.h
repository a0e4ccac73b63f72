/*
 * Rows in formats that other programs read; docs/rows.md describes them.
 *
 * A format is a query over the rows in a store, in an .sql file beside the code.  It is written after the last
 * row was added.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "store.h"

/* The names of the formats, NULL after the last; the first, text, stands for the tables. */
enum { FORM_TEXT };
const char *form_at(size_t i, const void *unused);

/* The requested format.  For text, only the lines after the tables are written here. */
struct export
{
    int form;
    bool figures; /* for text: a line "FOM name: value unit" for each row, before the verdict */
    bool offload; /* has to have run */
};

/* Writes the rows.  The caller checks the stream for write errors. */
bool export_rows(struct store *, const struct export *, FILE *out, struct tri_error *e);

/* Whether all rows agree with the reference. */
bool export_agrees(struct store *);
