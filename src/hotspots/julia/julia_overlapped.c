/*
 * A Julia set while it is copied: the variant `overlapped` of julia; see stripes.h for the idea.
 *
 * A region is that of `tuned`, for the rows of a stripe.  Most of the time is spent on copying back, since a
 * GPU computes a dozen steps for a pixel faster than the bus moves its four bytes.
 */
#include "julia_batches.h"

#include "stripes.h"

/* Computes rows `first_row` to `last_row` - 1. */
static void colour_rows(struct view v, int32_t columns, int32_t first_row, int32_t last_row,
                        const int32_t *table, int32_t *colour, int *place)
{
    int32_t iterations = v.iterations;
    real bound = v.bound, cre = v.c.re, cim = v.c.im;
    real dx = v.re.step, xmin = v.re.offset, dy = v.im.step, ymin = v.im.offset;
    uint32_t across = (uint32_t)(columns - 1) / TEAM_WIDTH + 1;
    uint32_t teams = ((uint32_t)(last_row - first_row - 1) / TEAM_HEIGHT + 1) * across;
    ptrdiff_t first = first_row * (ptrdiff_t)columns,
              length = last_row * (ptrdiff_t)columns - first;
    #pragma omp target teams distribute parallel for num_teams(tri_teams(teams)) \
        thread_limit(TEAM) map(to: table[:iterations + 1]) map(from: colour[first:length]) \
        map(alloc: place[:1]) nowait depend(out: colour[first])
    for (uint64_t i = 0; i < (uint64_t)teams * TEAM; i++) {
        colour_column(true, i, across, first_row,
                      (struct view){ iterations, bound, { cre, cim }, { dx, xmin }, { dy, ymin } },
                      place, last_row, columns, 0, 1, colour, table);
    }
}

void julia_overlapped_offload(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                              ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin,
                              real ymax, const int32_t table[iterations + 1],
                              int32_t colour[height * width], int *place)
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    struct view v = { iterations, bound, { cre, cim }, { dx, xmin }, { dy, ymin } };
    ptrdiff_t colours = iterations + (ptrdiff_t)1;
    size_t row = (size_t)width * sizeof *colour;
    bool fetch = !is_on_device(colour);
    void *room = map_stripes(colour, row, height, STRIPES);
    #pragma omp target enter data map(to: table[:colours], place[:1])
    for (int k = 0; k < STRIPES; k++) {
        ptrdiff_t top = stripe_begin(height, STRIPES, k);
        ptrdiff_t end = stripe_begin(height, STRIPES, k + 1);
        ptrdiff_t first = top * width, length = (end - top) * width;
        if (length == 0)
            continue;
        colour_rows(v, (int32_t)width, (int32_t)top, (int32_t)end, table, colour, place);
        #pragma omp target update from(colour[first:length]) if (fetch) nowait depend(in: colour[first])
    }
    #pragma omp taskwait
    #pragma omp target exit data map(release: table[:colours]) map(from: place[:1])
    unmap_stripes(room, colour, row, height, STRIPES);
}
