/*
 * What the variants of laplace share: the box, the arithmetic, and passes of several steps.
 *
 * After t steps a point depends only on points at most t away.  So a tile of the box can be loaded into
 * a cache or into registers together with a halo, t points wide, and taken t steps further at once.  The
 * price: halo points become invalid, one ring a step, and are thrown away.  Memory is read and written once
 * in t steps.  This is called temporal blocking.  Every point is still computed from the same numbers
 * in the same order, so no bit changes.
 */
#pragma once

#include "real.h"

#include "laplace_box.h"
#include "needs.h"
#include "ran_on.h"

struct box {
    int32_t width, height;
    int32_t words;  /* of the mask, in a row */
    int32_t steps;  /* at most */
    real tolerance; /* stop after the first step that moves no point by more; 0: never stop */
};

#pragma omp declare target

/* A point on the border never changes, whatever its bit in the mask: it lacks neighbours. */
INLINE bool is_free_inside(struct box b, const uint32_t *mask, ptrdiff_t row, ptrdiff_t col)
{
    bool inside = row > 0 && row < b.height - 1 && col > 0 && col < b.width - 1;
    return inside && mask[row * b.words + col / WORD] >> col % WORD & 1;
}

/* One step of a point; returns its change. */
INLINE real step_point(struct box b, const uint32_t *mask, const real *from, real *to,
                       ptrdiff_t row, ptrdiff_t col)
{
    const real *at = from + row * b.width + col;
    real next = *at;
    if (b.steps > 0 && is_free_inside(b, mask, row, col))
        next = average(at[-b.width], at[b.width], at[-1], at[1]);
    to[row * b.width + col] = next;
    return next > *at ? next - *at : *at - next;
}

#pragma omp end declare target

/* A pass takes some steps from one array to another. */
struct pass {
    struct box box;
    const uint32_t *mask;
    const real *from;
    real *to;
    int32_t done, steps;
    /* For a pass on a device: what its teams share, and where to note which steps moved a point. */
    real *scratch;
    int32_t *taken, *progress;
    int *place;
    uint32_t *moved; /* NULL: not wanted */
};

/* The first pass of a path with these arguments.  No path needs n and conductor: the arrays were made with them. */
INLINE struct pass first_pass(ptrdiff_t n, int32_t steps, double tolerance, int conductor,
                              ptrdiff_t width, ptrdiff_t height, const real *start,
                              const int32_t *mask)
{
    int32_t words = (int32_t)((width + WORD - 1) / WORD);
    return (struct pass){
        .box = { (int32_t)width, (int32_t)height, words, steps, in_real(tolerance) },
        .mask = (const uint32_t *)mask,
        .from = start,
    };
}

/* Takes p->steps steps, at most 31; with none it copies.  With a tolerance it returns a bit for each step:
 * whether it has moved a point by more than that. */
typedef uint32_t pass_fn(const struct pass *);

/* Takes passes of up to `depth` steps; returns how many steps were taken.  The first pass reads p.from, which
 * is not changed; passes alternate between the other two arrays such that the last one writes `potential`.
 *
 * If a step of a pass has moved no point, the run should have ended there.  Unless that was the pass's last step, the pass
 * is repeated with fewer: the array that it has read is unchanged. */
static inline int32_t run_passes(pass_fn *pass, int32_t depth, struct pass p, real *potential,
                                 real *other)
{
    bool moving = true;
    while (moving && p.done < p.box.steps) {
        int32_t left = p.box.steps - p.done;
        p.steps = left < depth ? left : depth;
        int32_t after = left - p.steps, passes = after / depth + (after % depth > 0);
        p.to = passes % 2 == 0 ? potential : other;
        int32_t last = 1 + trailing_zeros(~pass(&p));
        moving = !(p.box.tolerance > 0) || last > p.steps;
        if (!moving && last < p.steps) {
            p.steps = last;
            pass(&p);
        }
        p.done += p.steps;
        p.from = p.to;
    }
    p.steps = 0;
    p.to = potential;
    if (p.from != potential)
        pass(&p);
    return p.done;
}

/* laplace_gpu.c; the work of variants with several steps a pass, from that with one step. */
void laplace_run_passes(pass_fn *, int32_t depth, struct pass first, real *potential, real *other,
                        int32_t *taken, int *place);
struct tri_work laplace_work_near(const struct tri_case *, struct tri_work);
struct tri_work laplace_work_of_patches(const struct tri_case *, struct tri_work);
extern const struct tri_operand laplace_scratch[];

/* laplace_bands.c */
extern const struct tri_division laplace_division;
