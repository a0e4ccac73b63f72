/* What the other end of a stream can show. */
#ifndef TRI_TERMINAL_H
#define TRI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A terminal whose user has not asked for none (no-color.org). */
bool terminal_has_colour(FILE *out);

/* A terminal on which lines that were printed can be printed again, so many at once. */
bool terminal_has_lines(FILE *out, size_t lines);

enum paint { PAINT_NONE, PAINT_BOLD, PAINT_DIM, PAINT_RED, PAINTS };

/* Text in a column: to the right of it where the width is positive, else to the left. */
void print_painted(FILE *out, enum paint, int width, const char *text);

/* Text in lines of so many columns at most: the first goes on after the `at` columns that there are, the others
 * begin `indent` further to the right. */
void print_wrapped(FILE *out, size_t columns, size_t at, int indent, const char *text);

#endif
