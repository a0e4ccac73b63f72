/* Arrays: their guards, what the host sees of them, and what of them was copied. */
#pragma once

#include "judge.h"

#include "inside.h"

enum { MAX_ARRAYS = TRI_SLOTS };

/* Its pages are closed while a region runs, and nobody may touch those beside it: see src/audit/guarded.c. */
struct array {
    const char *name;
    double *host, *real, *decoy; /* n each; an output has only host */
    ptrdiff_t n, beyond;
    ptrdiff_t sent_first, sent_end; /* by the last copy to the device */
    unsigned seed;
    struct tri_guarded *guarded;
};

extern struct array judge_arrays[MAX_ARRAYS];
extern int judge_n_arrays;

/* There are none again.  Whether the host sees decoys. */
void judge_begin_arrays(bool veiled);

/* NULL: it is none of the judge's. */
struct array *judge_array_at(const double *host);

/* The array, and the elements [*first, *end) that these bytes are, also those beside it. */
struct array *judge_array_in(const void *bytes, size_t size, ptrdiff_t *first, ptrdiff_t *end);

/* Before a copy to the device the array shows its true values; after it, the decoys again. */
void judge_unveil(struct array *, ptrdiff_t first, ptrdiff_t end);
void judge_veil(struct array *, ptrdiff_t first, ptrdiff_t end);

/* After a copy from the device: what came is true. */
void judge_accept(struct array *, ptrdiff_t first, ptrdiff_t end);

void judge_note_copy(struct array *, bool to, ptrdiff_t first, ptrdiff_t end);

struct copies judge_copies(struct tri_copied);

/* Somebody has touched what lies beside the array. */
bool judge_touched_beside(const struct array *, ptrdiff_t *element, bool *stored);
