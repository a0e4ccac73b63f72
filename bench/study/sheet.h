/* A sheet: a table as data, for whatever shows it: text, a chart, a page. */
#ifndef TRI_SHEET_H
#define TRI_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "triptych.h"

struct cell {
    char *text;
    double value; /* in the base unit, to be drawn; NaN: there is none */
};

/* Of the columns, the first `heads` say of what a line is ("resolution", "threads"). */
struct sheet {
    size_t heads, columns, lines, notes;
    char **heading;    /* [columns] */
    struct cell *cell; /* [lines][columns] */
    char **note;       /* note i is what a cell "(i + 1)" stands for */
    bool disagrees;    /* something in it is not what it has to be, and marked */
};

/* Adds to a sheet that began as zeros; text is copied.  False: out of memory. */
bool sheet_column(struct sheet *, const char *heading, bool head);
bool sheet_line(struct sheet *); /* of empty cells, once all columns are there */
bool sheet_set(struct sheet *, size_t line, size_t column, const char *text, double value);

/* The same for a cell that has nothing to show but a reason. */
bool sheet_note(struct sheet *, size_t line, size_t column, const char *why);

const struct cell *sheet_cell(const struct sheet *, size_t line, size_t column);

/* Whether a column holds words, which begin at the left, and no numbers. */
bool sheet_is_text(const struct sheet *, size_t column);

void sheet_print(const struct sheet *, FILE *out);
void sheet_free(struct sheet *);

#endif
