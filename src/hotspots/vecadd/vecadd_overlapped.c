/*
 * Adding two vectors while they travel: the rung `overlapped` of vecadd; stripes.h has the idea.
 *
 * A GPU adds the vectors in a fiftieth of the time that the bus takes to move them.  But a bus carries both ways at once:
 * the sums of one stripe can be copied back while the inputs of the next ones are copied in.  That would save a
 * third of the time; docs/transfers.md has the times with LLVM's runtime.
 */
#include "real.h"

#include "stripes.h"

#include "ran_on.h"

enum form { SUM, UPDATE };

/* More stripes than elsewhere, since nothing is copied back during the copy of the first stripe, and nothing is
 * copied in during that of the last one. */
enum { PIECES = 4 * STRIPES };

/* Elements `first` to `end`, when both their vectors are there. */
static void add_stripe(ptrdiff_t first, ptrdiff_t end, const real *a, const real *b, real *to,
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

/* Both inputs of a stripe are one task: the sums can start when both are there.  So an input comes in stripes only
 * if the other one does.  In place, `to` is `a`: what is there is fetched, too. */
static void add_stripes(ptrdiff_t n, const real *a, const real *b, real *to, int *place)
{
    bool send = !is_on_device(a) && !is_on_device(b), fetch = !is_on_device(to);
    bool in_place = to == a, send_a = in_place && fetch && !send;
    void *room = map_stripes(to, sizeof *to, n, PIECES);
    #pragma omp target enter data map(to: a[:n]) if (!in_place && !send)
    #pragma omp target enter data map(alloc: a[:n]) if (!in_place && send)
    #pragma omp target enter data map(to: b[:n]) if (!send)
    #pragma omp target enter data map(alloc: b[:n]) if (send)
    #pragma omp target enter data map(to: place[:1])
    for (int k = 0; k < PIECES; k++) {
        ptrdiff_t first = stripe_begin(n, PIECES, k), end = stripe_begin(n, PIECES, k + 1);
        ptrdiff_t length = end - first;
        if (length == 0)
            continue;
        #pragma omp target update to(a[first:length]) if (send_a)
        #pragma omp target update to(a[first:length], b[first:length]) if (send) nowait \
            depend(out: a[first], b[first])
        add_stripe(first, end, a, b, to, place);
        #pragma omp target update from(to[first:length]) if (fetch) nowait depend(in: to[first])
    }
    #pragma omp taskwait
    #pragma omp target exit data map(release: b[:n]) map(from: place[:1])
    #pragma omp target exit data map(release: a[:n]) if (!in_place)
    unmap_stripes(room, to, sizeof *to, n, PIECES);
}

void vecadd_overlapped_offload(ptrdiff_t n, int form, real a[n], const real b[n], real c[n],
                               int *place)
{
    add_stripes(n, a, b, form == SUM ? c : a, place);
}
