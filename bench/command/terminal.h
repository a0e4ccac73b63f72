/* What the other end of a stream can show. */
#ifndef TRI_TERMINAL_H
#define TRI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Whether it is a terminal, and NO_COLOR is not set (no-color.org). */
bool terminal_has_colour(FILE *out);

/* Whether it is a terminal on which so many printed lines can be printed again. */
bool terminal_has_lines(FILE *out, size_t lines);

enum paint { PAINT_NONE, PAINT_BOLD, PAINT_DIM, PAINT_RED, PAINTS };

/* Text in a column: right-aligned if the width is positive, else left-aligned. */
void print_painted(FILE *out, enum paint, int width, const char *text);

/* Text wrapped to so many columns: the first line continues after the `at` columns already printed, the others
 * are indented by `indent`. */
void print_wrapped(FILE *out, size_t columns, size_t at, int indent, const char *text);

#endif
