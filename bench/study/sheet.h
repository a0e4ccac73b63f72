/*
 * A sheet: a study's table as data, in the tables of a store that sheet.sql makes, for whatever shows it: text, a
 * chart, a page (sheet_look.sql).
 */
#ifndef TRI_SHEET_H
#define TRI_SHEET_H

#include <jansson.h>
#include <stdio.h>

#include "store.h"

/* Begins an empty one, in place of the store's last.  `report` is the heading of a report's own column, or NULL. */
bool sheet_begin(struct store *, const char *name, const char *report, struct tri_error *e);

/* Once all cells are there. */
bool sheet_end(struct store *, struct tri_error *e);

bool sheet_print(struct store *, FILE *out, struct tri_error *e);

/* As page.html knows it; NULL: an error. */
json_t *sheet_json(struct store *, struct tri_error *e);

#endif
