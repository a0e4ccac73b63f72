/*
 * Rows in the forms that other programs read; docs/rows.md describes them.
 *
 * A form is a query over the rows in a store, in a file beside the code; it is written when all rows are
 * there.
 */
#ifndef TRI_EXPORT_H
#define TRI_EXPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "store.h"

/* The names of the forms, NULL after the last; the first, text, stands for the tables. */
enum { FORM_TEXT };
const char *form_at(size_t i, const void *unused);

/* The requested form.  For text, this concerns the lines after the tables. */
struct export
{
    int form;
    bool figures; /* for text: a line "FOM name: value unit" for each row, before the verdict */
    bool offload; /* has to have run */
};

/* Writes the rows.  Errors are those of the stream. */
bool export_rows(struct store *, const struct export *, FILE *out, struct tri_error *e);

/* Whether all rows agree with the reference. */
bool export_agrees(struct store *);

#endif
