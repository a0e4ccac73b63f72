/*
 * The Mandelbrot set while it is copied: the variant `overlapped` of mandelbrot; see stripes.h for the idea.
 *
 * A region is that of `tuned`, for the rows of a stripe.  A stripe across the middle of the set takes many times
 * as long to compute as one at its edge, and as long to copy.  So those at the edges come first: their copies can
 * keep the bus busy while the middle is computed.  (With eight stripes the order made no difference, since all are in
 * flight at once, and share the multiprocessors: docs/transfers.md.)
 */
#include "mandelbrot.h"

#include "overlapped.h"
#include "ran_on.h"
#include "stripes.h"

/* More stripes than elsewhere, since computing the set takes about as long as copying it, and what remains when the
 * last region has ended is the copy of a stripe. */
enum { PIECES = 2 * STRIPES };

/* Rows `top` to `end` - 1, in double; in float it is escape_rows(), as in `tuned`. */
static void X(tuned_rows)(struct view v, ptrdiff_t top, ptrdiff_t end, int32_t *count, int *place)
{
    int32_t iterations = v.iterations;
    ptrdiff_t width = v.width, first = top * width, length = (end - top) * width;
    real re_step = v.re.step, re = v.re.offset, im_step = v.im.step, im = v.im.offset;
    #pragma omp target teams distribute num_teams(tri_teams(end - top)) \
        thread_limit(tri_team_threads(128)) map(from: count[first:length]) map(alloc: place[:1]) \
        nowait depend(out: count[first])
    for (ptrdiff_t row = top; row < end; row++) {
        #pragma omp parallel for schedule(static, 1)
        for (ptrdiff_t col = 0; col < width; col++) {
            struct point c = { X(coordinate)(re_step, re, col), X(coordinate)(im_step, im, row) };
            if (row == 0 && col == 0)
                *place = ran_on();
            count[row * width + col] = X(escape_in)(FUSED, false, iterations, c);
        }
    }
}

static void X(compute_stripes)(struct view v, int32_t *count, int *place)
{
    ptrdiff_t width = v.width, n = width * v.height;
    bool fetch = !is_on_device(count);
    #pragma omp target enter data map(alloc: count[:n]) map(to: place[:1])
    for (int i = 0; i < PIECES; i++) {
        int k = from_the_edges(PIECES, i);
        ptrdiff_t top = stripe_begin(v.height, PIECES, k);
        ptrdiff_t end = stripe_begin(v.height, PIECES, k + 1);
        ptrdiff_t first = top * width, length = (end - top) * width;
        if (length == 0)
            continue;
        if (PRECISION == TRI_FLOAT)
            X(escape_rows)(v, top, end, count, place);
        else
            X(tuned_rows)(v, top, end, count, place);
        #pragma omp target update from(count[first:length]) if (fetch) nowait depend(in: count[first])
    }
    #pragma omp taskwait
    #pragma omp target exit data map(release: count[:n]) map(from: place[:1])
}

void X(mandelbrot_overlapped)(const struct tri_case *c)
{
    X(compute_stripes)(X(view)(c), c->operand[COUNT], c->ran_on);
}
