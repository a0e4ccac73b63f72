/* The abilities of a stream's terminal, and text in columns. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Whether the stream is a terminal, and NO_COLOR is not set (no-color.org). */
bool terminal_has_colour(FILE *out);

/* Whether the stream is a terminal that can go back over this many printed lines. */
bool terminal_has_lines(FILE *out, size_t lines);

enum paint { PAINT_NONE, PAINT_BOLD, PAINT_DIM, PAINT_RED, PAINTS };

/* Text in a column: right-aligned if the width is positive, else left-aligned. */
void print_painted(FILE *out, enum paint, int width, const char *text);

/* Text wrapped to a number of columns: the first line continues after the `at` columns already printed, the
 * others are indented by `indent`. */
void print_wrapped(FILE *out, size_t columns, size_t at, int indent, const char *text);
