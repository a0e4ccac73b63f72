/* From rows to what a study's table says of them. */
#ifndef TRI_DERIVE_H
#define TRI_DERIVE_H

#include "study.h"

/* find.c: the last row of a table's line with what the column says; `over` first.  One that is absent
 * only where none was measured. */
const struct row *find_row(const struct rows *, const char *line, const char *where,
                           const char *over);

/* Whether the row has all that the list says, but for what is said in `but`. */
bool has_all(const struct row *, const char *list, const char *but);

/* What a cell says. */
struct value {
    char text[200];
    double number; /* NaN: there is none */
};

/* derive.c: what a column says of a row, beside the one it is compared with (NULL: there is none). */
struct value derive(const struct column *, const struct row *, const struct row *base);

#endif
