/*
 * Adding two vectors while they are copied: the variant `overlapped` of vecadd; see stripes.h for the idea.
 *
 * A GPU adds in a hundredth of the time that the copies take.  But the bus carries data in both directions at once:
 * the sums of one stripe are copied back while the next ones are copied in, which saves a third of the time.
 */
#include "overlapped.h"
#include "stripes.h"

#include "ran_on.h"

enum { A, B, C }; /* operands, as in the lesson */

/* Adds elements `first` to `end` - 1, when both their vectors are on the device. */
static void X(add_stripe)(ptrdiff_t first, ptrdiff_t end, const real *a, const real *b, real *to,
                          int *place)
{
    ptrdiff_t length = end - first;
    #pragma omp target teams distribute parallel for map(to: a[first:length], b[first:length]) \
        map(from: to[first:length]) map(alloc: place[:1]) nowait \
        depend(in: a[first], b[first]) depend(out: to[first])
    for (ptrdiff_t i = first; i < end; i++) {
        to[i] = a[i] + b[i];
        if (i == 0)
            *place = ran_on();
    }
}

/* In place, `to` is `a`, which is copied to the device and back. */
static void X(add_stripes)(ptrdiff_t n, const real *a, const real *b, real *to, int *place)
{
    bool send_a = !is_on_device(a), send_b = !is_on_device(b), fetch = !is_on_device(to);
    #pragma omp target enter data map(alloc: a[:n], b[:n], to[:n]) map(to: place[:1])
    for (int k = 0; k < STRIPES; k++) {
        ptrdiff_t first = stripe_begin(n, STRIPES, k), end = stripe_begin(n, STRIPES, k + 1);
        ptrdiff_t length = end - first;
        if (length == 0)
            continue;
        #pragma omp target update to(a[first:length]) if (send_a) nowait depend(out: a[first])
        #pragma omp target update to(b[first:length]) if (send_b) nowait depend(out: b[first])
        X(add_stripe)(first, end, a, b, to, place);
        #pragma omp target update from(to[first:length]) if (fetch) nowait depend(in: to[first])
    }
    #pragma omp taskwait
    #pragma omp target exit data map(release: a[:n], b[:n], to[:n]) map(from: place[:1])
}

void X(vecadd_overlapped)(const struct tri_case *c)
{
    real *to = c->operand[C] ? c->operand[C] : c->operand[A];
    X(add_stripes)((ptrdiff_t)c->length[A], c->operand[A], c->operand[B], to, c->ran_on);
}
