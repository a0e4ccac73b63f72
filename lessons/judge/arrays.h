/* Arrays: their guards, what the host sees of them, and what of them was copied. */
#ifndef JUDGE_ARRAYS_H
#define JUDGE_ARRAYS_H

#include "judge.h"

enum { MAX_ARRAYS = 8 };

/* |guard|n elements|guard|: each guard has n elements, too. */
struct array {
    const char *name;
    double *host, *real, *decoy; /* n each; an output has only host */
    ptrdiff_t n, beyond;
    ptrdiff_t sent_first, sent_end; /* by the last copy to the device */
    unsigned seed;
    struct copies copies;
};

extern struct array judge_arrays[MAX_ARRAYS];
extern int judge_n_arrays;

/* There are none again.  Whether the host sees decoys. */
void judge_begin_arrays(bool veiled);

/* NULL: it is none of the judge's. */
struct array *judge_array_at(const double *host);

/* The array, and the elements [*first, *end) of its place, guards included, that are in these bytes. */
struct array *judge_array_in(const void *bytes, size_t size, ptrdiff_t *first, ptrdiff_t *end);

/* Before a copy to the device the array shows its true values; after it, the decoys again. */
void judge_unveil(struct array *, ptrdiff_t first, ptrdiff_t end);
void judge_veil(struct array *, ptrdiff_t first, ptrdiff_t end);

/* After a copy from the device: what came is true. */
void judge_accept(struct array *, ptrdiff_t first, ptrdiff_t end);

/* Somebody has stored to an element of a guard. */
bool judge_is_overwritten(const struct array *, ptrdiff_t *element);

#endif
