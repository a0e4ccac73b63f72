/*
 * Stripes: a picture or a vector cut up, so that one piece travels while another is computed.
 *
 *     #pragma omp target enter data map(alloc: c[:n])                       room for all of it, once
 *     for each stripe:
 *         #pragma omp target … nowait depend(out: c[first])                 compute it,
 *         #pragma omp target update from(c[first:length]) nowait depend(in: c[first])      send it home
 *     #pragma omp taskwait
 *
 * `nowait` makes a task of a construct: the loop goes on to the next.  `depend` says what has to be done
 * before: a stripe goes home when its own region has ended, and not a stripe later.  A GPU has engines of
 * its own for copies, for each way one, and computes meanwhile.  So all of it can last as long as the
 * longest of the three, in place of their sum.
 *
 * That takes host memory that is pinned (bench --host-memory pageable,pinned): what is in ordinary pages
 * goes through a buffer of the driver's.  Stripes are few, since each costs the start of a region and of a copy,
 * and many enough that the first and the last, which have nothing to hide behind, are short.
 */
#ifndef TRI_TUNED_STRIPES_H
#define TRI_TUNED_STRIPES_H

#include "build_info.h"

#include <omp.h>
#include <stdbool.h>
#include <stddef.h>

/* -DCMAKE_C_FLAGS=-DSTRIPES=16 tries another number. */
#if !defined(STRIPES)
# define STRIPES 8
#endif

/* Where stripe k of n things begins, and so where the one before it ends.  Their lengths differ by one thing
 * at most; of fewer things than stripes some have none. */
static inline ptrdiff_t stripe_begin(ptrdiff_t n, int stripes, int k)
{
    ptrdiff_t over = n % stripes;
    return n / stripes * k + (k < over ? k : over);
}

/* Whether an array is on the device already: then it is neither sent nor fetched here, as with `map`.  (Clang's
 * runtime can be asked only where there is offload.) */
#if TRIPTYCH_OFFLOAD
static inline bool is_on_device(const void *array)
{
    return omp_target_is_present(array, omp_get_default_device());
}
#else
static inline bool is_on_device(const void *array)
{
    return array;
}
#endif

#endif
