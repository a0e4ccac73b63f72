/* The first values of arrays. */
#pragma once

#include "hotspot.h"

/* Whether the operand says where its first values come from. */
bool tri_has_values(const struct tri_operand *);

/* Gives an operand, whose memory there is, its first values.  False: one is beyond its type, or a file is not what it has to be. */
bool tri_fill(const struct tri_case *, int operand, struct tri_error *e);

/* Sets number i; false if its type does not hold x. */
bool tri_set_number(const struct tri_case *, int operand, size_t i, double x, struct tri_error *e);

/* Copies `from` there, or (NULL) sets each byte.  A page of memory lies at the processor whose thread writes it first.  So operands
 * are first written by as many threads as a path has, each its part in order, as a path's loops divide them. */
void tri_write_pages(void *memory, const void *from, int byte, size_t bytes);

/* fill_file.c: from .file. */
bool tri_fill_from_file(const struct tri_case *, int operand, struct tri_error *e);
