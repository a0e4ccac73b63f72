/*
 * Stripes: a picture or a vector is divided, so that one piece is copied while another is computed.
 *
 *     void *room = map_stripes(c, …);                                       room for all of it, once
 *     for each stripe:
 *         #pragma omp target … nowait depend(out: c[first])                 compute it,
 *         #pragma omp target update from(c[first:length]) nowait depend(in: c[first])      copy it back
 *     #pragma omp taskwait
 *     unmap_stripes(room, c, …);
 *
 * `nowait` makes a construct a task: the loop continues at once.  `depend` says what has to be finished
 * before: a stripe is copied back when its own region has ended, not a stripe later.  A GPU has separate
 * copy engines, one for each direction, and computes meanwhile.  So the whole can take as long as the
 * longest of the three, instead of their sum.
 *
 * map_stripes() is `target enter data map(alloc: c[:n])`, except that each stripe is mapped by itself, and so has an entry of
 * its own in the runtime's table.  LLVM 19 is not safe if two threads copy parts of one entry back (docs/transfers.md).
 * `map(alloc: c[first:length])` for each stripe would do the same, but allocate memory as often.
 *
 * This needs pinned host memory (bench --host-memory pageable,pinned): pageable memory is copied
 * through a buffer of the driver.  The number of stripes is a compromise: each one costs the start of a region and
 * of a copy, but the copies of the first and the last, during which nothing is computed, should be short.
 */
#pragma once

#include "build_info.h"

#include <omp.h>
#include <stdbool.h>
#include <stddef.h>

/* Set another number with -DCMAKE_C_FLAGS=-DSTRIPES=16. */
#if !defined(STRIPES)
# define STRIPES 8
#endif

/* Where stripe k of n elements begins, which is where the one before it ends.  Lengths differ by at most one;
 * with fewer elements than stripes, some are empty. */
static inline ptrdiff_t stripe_begin(ptrdiff_t n, int stripes, int k)
{
    ptrdiff_t over = n % stripes;
    return n / stripes * k + (k < over ? k : over);
}

/* Stripe k in the order from the edges inwards: the first, the last, the second, and so on. */
static inline int from_the_edges(int stripes, int k)
{
    return k % 2 == 0 ? k / 2 : stripes - 1 - k / 2;
}

/* The byte at which stripe k begins, of an array whose rows have `row` bytes. */
static inline size_t stripe_at(size_t row, ptrdiff_t rows, int stripes, int k)
{
    return row * (size_t)stripe_begin(rows, stripes, k);
}

/* Clang's runtime has these functions only in builds with an offload target. */
#if TRIPTYCH_OFFLOAD
/* Whether an array is on the device already; then it is not copied here, just as with `map`. */
static inline bool is_on_device(const void *array)
{
    return omp_target_is_present(array, omp_get_default_device());
}

/* Takes the entries of so many stripes away, and then their memory. */
static inline void give_up_stripes(void *room, char *array, size_t row, ptrdiff_t rows, int stripes,
                                   int n)
{
    int device = omp_get_default_device();
    for (int k = 0; k < n; k++)
        omp_target_disassociate_ptr(array + stripe_at(row, rows, stripes, k), device);
    omp_target_free(room, device);
}

/* Memory for all stripes, each with an entry of its own; NULL: it is on the device already, or this is not possible. */
static inline void *associate_stripes(char *array, size_t row, ptrdiff_t rows, int stripes)
{
    int device = omp_get_default_device();
    void *room = is_on_device(array) ? NULL : omp_target_alloc(row * (size_t)rows, device);
    for (int k = 0; room && k < stripes && k < rows; k++) {
        size_t at = stripe_at(row, rows, stripes, k);
        size_t bytes = stripe_at(row, rows, stripes, k + 1) - at;
        if (omp_target_associate_ptr(array + at, room, bytes, at, device) != 0) {
            give_up_stripes(room, array, row, rows, stripes, k);
            return NULL;
        }
    }
    return room;
}
#else
static inline bool is_on_device(const void *array)
{
    return array;
}

static inline void give_up_stripes(void *room, char *array, size_t row, ptrdiff_t rows, int stripes,
                                   int n)
{
}

static inline void *associate_stripes(char *array, size_t row, ptrdiff_t rows, int stripes)
{
    return NULL;
}
#endif

/* Maps an array of so many rows, each of `row` bytes, in stripes.  NULL: as a whole, since it is on the device already, or since
 * stripes are not possible. */
static inline void *map_stripes(void *array, size_t row, ptrdiff_t rows, int stripes)
{
    char *bytes = array;
    void *room = associate_stripes(bytes, row, rows, stripes);
    #pragma omp target enter data map(alloc: bytes[:row * (size_t)rows]) if (!room)
    return room;
}

static inline void unmap_stripes(void *room, void *array, size_t row, ptrdiff_t rows, int stripes)
{
    char *bytes = array;
    #pragma omp target exit data map(release: bytes[:row * (size_t)rows]) if (!room)
    if (room)
        give_up_stripes(room, bytes, row, rows, stripes, rows < stripes ? (int)rows : stripes);
}
