/*
 * What was measured, in the forms that other programs read: docs/rows.md says what each of them holds.
 *
 * A form is a query, in a file beside the code, over the rows in a store; it is written when all of them are
 * there.
 */
#ifndef TRI_EXPORT_H
#define TRI_EXPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "store.h"

/* The names of the forms, NULL after the last; the first is that of people, who have the tables. */
enum { FORM_TEXT };
const char *form_at(size_t i, const void *unused);

/* What is asked for.  Of text that is what comes after the tables. */
struct export
{
    int form;
    bool figures; /* of text: a line "FOM name: value unit" for each row, before the verdict */
    bool offload; /* has to have run */
};

/* Writes the rows.  Whether the stream has taken them all, its owner sees. */
bool export_rows(struct store *, const struct export *, FILE *out, struct tri_error *e);

/* Whether all rows agree with the reference. */
bool export_agrees(struct store *);

#endif
