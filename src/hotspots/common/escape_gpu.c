/*
 * An image of escape times on a GPU, a row for each team, in any of the arithmetics: the kernel of the
 * reports' listings and, in float, of mandelbrot's last variant.
 */
#include "hotspot.h"
#include "real.h"

#include "escape.h"
#include "ran_on.h"

#pragma omp declare target

INLINE int32_t escape_time(enum arithmetic arithmetic, bool skip, int32_t iterations,
                           struct point c)
{
    if (skip && surely_inside(c))
        return 0;
    return WITH(arithmetic, escape_in, skip, iterations, c);
}

#pragma omp end declare target

/* As mandelbrot's `batches`: a team for each row.  One kernel has all arithmetics; the choice is the same for
 * all threads. */
void escape_offload(struct view v, int32_t *count, int *place)
{
    enum arithmetic arithmetic = v.arithmetic;
    bool skip = v.skip;
    int32_t iterations = v.iterations;
    ptrdiff_t width = v.width, height = v.height, left = v.re.origin;
    ptrdiff_t origin = v.im.origin, top = v.top, every = v.every;
    real re_step = v.re.step, re = v.re.offset, im_step = v.im.step, im = v.im.offset;
    #pragma omp target teams distribute num_teams(tri_teams(height)) \
        thread_limit(tri_team_threads(128)) map(from: count[:height * width], place[:1])
    for (ptrdiff_t row = 0; row < height; row++) {
        #pragma omp parallel for schedule(static, 1)
        for (ptrdiff_t col = 0; col < width; col++) {
            struct axis across = { re_step, re, left }, up = { im_step, im, origin };
            struct point c = { coordinate_in(arithmetic, across, col),
                               coordinate_in(arithmetic, up, top + row * every) };
            if (row == 0 && col == 0)
                *place = ran_on();
            /* Two loops, since `skip` is the same for all pixels: that without skip has none of its tests. */
            count[row * width + col] = skip ? escape_time(arithmetic, true, iterations, c)
                                            : escape_time(arithmetic, false, iterations, c);
        }
    }
}

/* The same for rows `top` to `end` - 1, as a task; their part of `count` is mapped (stripes.h). */
void escape_rows(struct view v, ptrdiff_t top, ptrdiff_t end, const int32_t *before, int32_t *count,
                 int *place)
{
    enum arithmetic arithmetic = v.arithmetic;
    bool skip = v.skip;
    int32_t iterations = v.iterations;
    ptrdiff_t width = v.width, first = top * width, length = (end - top) * width;
    ptrdiff_t left_origin = v.re.origin, top_origin = v.im.origin;
    real re_step = v.re.step, re = v.re.offset, im_step = v.im.step, im = v.im.offset;
    #pragma omp target teams distribute num_teams(tri_teams(end - top)) \
        thread_limit(tri_team_threads(128)) map(from: count[first:length]) map(alloc: place[:1]) \
        nowait depend(in: *before) depend(out: count[first])
    for (ptrdiff_t row = top; row < end; row++) {
        #pragma omp parallel for schedule(static, 1)
        for (ptrdiff_t col = 0; col < width; col++) {
            struct axis across = { re_step, re, left_origin }, up = { im_step, im, top_origin };
            struct point c = { coordinate_in(arithmetic, across, col),
                               coordinate_in(arithmetic, up, row) };
            if (row == 0 && col == 0)
                *place = ran_on();
            count[row * width + col] = skip ? escape_time(arithmetic, true, iterations, c)
                                            : escape_time(arithmetic, false, iterations, c);
        }
    }
}
