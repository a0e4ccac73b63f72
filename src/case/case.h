/* Functions that params.c (a case's values), case.c (its memory) and peers share. */
#ifndef TRI_CASE_H
#define TRI_CASE_H

#include "triptych.h"

/* Sets .length of every slot from the parameters; a TRI_USAGE error if one, or all together, do not fit. */
bool tri_case_set_lengths(struct tri_case *, struct tri_error *e);

/* Allocates the operands that are not bound, and .ran_on; fills those that are read and poisons the others.  Bound
 * operands are not touched. */
bool tri_case_allocate_unbound(struct tri_case *, struct tri_error *e);

#endif
