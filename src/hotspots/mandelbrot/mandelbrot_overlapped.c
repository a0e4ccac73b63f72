/*
 * The Mandelbrot set while it is copied: the variant `overlapped` of mandelbrot; see stripes.h for the idea.
 *
 * A region is that of `tuned`, for the rows of a stripe.  A stripe across the middle of the set takes many times
 * as long to compute as one at its edge, but no longer to copy.  So those at the edges come first: their copies can
 * keep the bus busy while the middle is computed.  Tasks that have nothing to wait for start in any order, share the
 * multiprocessors and end together.  So each region waits for the fourth one before it.
 */
#include "mandelbrot.h"

#include "ran_on.h"
#include "stripes.h"

/* More stripes than elsewhere, since computing the set takes about as long as copying it, and what remains when the
 * last region has ended is the copy of a stripe. */
enum { PIECES = 2 * STRIPES };

enum { IN_FLIGHT = 4 }; /* regions at a time: with fewer, multiprocessors are idle between them */

/* Rows `top` to `end` - 1, in double; in float it is escape_rows(), as in `tuned`.  `before` is the first pixel of
 * the stripe that it waits for. */
static void tuned_rows(struct view v, ptrdiff_t top, ptrdiff_t end, const int32_t *before,
                       int32_t *count, int *place)
{
    int32_t iterations = v.iterations;
    ptrdiff_t width = v.width, first = top * width, length = (end - top) * width;
    real re_step = v.re.step, re = v.re.offset, im_step = v.im.step, im = v.im.offset;
    #pragma omp target teams distribute num_teams(tri_teams(end - top)) \
        thread_limit(tri_team_threads(128)) map(from: count[first:length]) map(alloc: place[:1]) \
        nowait depend(in: *before) depend(out: count[first])
    for (ptrdiff_t row = top; row < end; row++) {
        #pragma omp parallel for schedule(static, 1)
        for (ptrdiff_t col = 0; col < width; col++) {
            struct point c = { coordinate(re_step, re, col), coordinate(im_step, im, row) };
            if (row == 0 && col == 0)
                *place = ran_on();
            count[row * width + col] = escape_in(FUSED, false, iterations, c);
        }
    }
}

/* Where stripe k begins in the picture. */
static ptrdiff_t first_row(struct view v, int k)
{
    return stripe_begin(v.height, PIECES, k);
}

void mandelbrot_overlapped_offload(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width,
                                   ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                                   int32_t count[height * width], int *place)
{
    struct view v = view_of(iterations, width, height, xmin, xmax, ymin, ymax);
    size_t row = (size_t)width * sizeof *count;
    bool fetch = !is_on_device(count);
    void *room = map_stripes(count, row, height, PIECES);
    #pragma omp target enter data map(to: place[:1])
    for (int i = 0; i < PIECES; i++) {
        int k = from_the_edges(PIECES, i);
        ptrdiff_t top = first_row(v, k), end = first_row(v, k + 1);
        ptrdiff_t first = top * width, length = (end - top) * width;
        int earlier = from_the_edges(PIECES, i < IN_FLIGHT ? i : i - IN_FLIGHT);
        const int32_t *before = count + first_row(v, earlier) * width;
        if (length == 0)
            continue;
        if (PRECISION == TRI_FLOAT)
            escape_rows(v, top, end, before, count, place);
        else
            tuned_rows(v, top, end, before, count, place);
        #pragma omp target update from(count[first:length]) if (fetch) nowait depend(in: count[first])
    }
    #pragma omp taskwait
    #pragma omp target exit data map(from: place[:1])
    unmap_stripes(room, count, row, height, PIECES);
}
