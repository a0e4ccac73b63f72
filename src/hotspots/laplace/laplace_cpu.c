/*
 * Laplace on a CPU, several steps a pass: blocks with a halo; and rows of all steps, one behind the other.
 */
#include "laplace.h"

#include <string.h>

/* Computes the averages of n points of a row; `row` points at the first of them. */
typedef void average_fn(real *to, const real *up, const real *row, const real *down, ptrdiff_t n);

/* Rows or columns from…to-1. */
struct span {
    ptrdiff_t from, to;
};

/* Takes the inner part of a block, which is rows x cols, through all steps of a pass. */
typedef uint32_t block_fn(average_fn *, const struct pass *, struct span rows, struct span cols);

/* ---- A row ----
 *
 * The loop is over a single row.  Compilers make of it what the intrinsics below do: four loads, two of
 * them unaligned, three additions and a multiplication.
 */
static void average_simd(real *to, const real *up, const real *row, const real *down, ptrdiff_t n)
{
    #pragma omp simd
    for (ptrdiff_t i = 0; i < n; i++)
        to[i] = average(up[i], down[i], row[i - 1], row[i + 1]);
}

#if defined(AVX2)

/* Two vectors at a time: the caches are the limit, with four vectors loaded for each one stored. */
AVX2 INLINE void average_at(real *to, const real *up, const real *row, const real *down,
                            ptrdiff_t i)
{
    vec sum = V(add)(V(add)(V(loadu)(up + i), V(loadu)(down + i)),
                     V(add)(V(loadu)(row + i - 1), V(loadu)(row + i + 1)));
    V(storeu)(to + i, V(mul)(sum, V(set1)((real)0.25)));
}

/* The end of a row is computed as a whole vector that ends there, so some points are computed twice. */
AVX2 static void average_avx2(real *to, const real *up, const real *row, const real *down,
                              ptrdiff_t n)
{
    ptrdiff_t i = 0;
    for (; n < LANES && i < n; i++)
        to[i] = average(up[i], down[i], row[i - 1], row[i + 1]);
    if (n < LANES)
        return;
    for (; i + 2 * LANES <= n; i += 2 * LANES) {
        average_at(to, up, row, down, i);
        average_at(to, up, row, down, i + LANES);
    }
    if (i + LANES <= n)
        average_at(to, up, row, down, i);
    average_at(to, up, row, down, n - LANES);
}

#endif

/* The average is taken of all points of a row; fixed points then get their old value back. */
static void restore_fixed(const struct pass *p, real *to, const real *from, ptrdiff_t row,
                          struct span cols)
{
    const uint32_t *mask = p->mask + row * p->box.words;
    for (ptrdiff_t word = cols.from / WORD; word * WORD < cols.to; word++)
        for (uint32_t fixed = ~mask[word]; fixed; fixed &= fixed - 1) {
            ptrdiff_t col = word * WORD + trailing_zeros(fixed);
            if (col >= cols.from && col < cols.to)
                to[col - cols.from] = from[col - cols.from];
        }
}

static bool row_moves(const real *to, const real *from, ptrdiff_t n, real tolerance)
{
    int moved = 0;
    #pragma omp simd reduction(|: moved)
    for (ptrdiff_t i = 0; i < n; i++)
        moved |= ABS(to[i] - from[i]) > tolerance;
    return moved;
}

/* ---- Blocks ---- */

/* What a stage computes: the inner part and a halo that shrinks from stage to stage, without the box's
 * border. */
INLINE struct span with_halo(const struct pass *p, int32_t stage, struct span inner,
                             ptrdiff_t extent)
{
    ptrdiff_t halo = p->steps - stage;
    return (struct span){ inner.from - halo > 1 ? inner.from - halo : 1,
                          inner.to + halo < extent - 1 ? inner.to + halo : extent - 1 };
}

/* Block number i of the blocks into which the inside of the box is divided. */
static struct span share(ptrdiff_t extent, ptrdiff_t blocks, ptrdiff_t i)
{
    return (struct span){ 1 + (extent - 2) * i / blocks, 1 + (extent - 2) * (i + 1) / blocks };
}

static void copy_row(const struct pass *p, ptrdiff_t row)
{
    ptrdiff_t width = p->box.width;
    memcpy(p->to + row * width, p->from + row * width, (size_t)width * sizeof(real));
}

/* A pass, in blocks of at most so many rows and columns. */
static uint32_t compute_blocks(const struct pass *p, block_fn *compute, average_fn *average_span,
                               ptrdiff_t rows, ptrdiff_t cols)
{
    ptrdiff_t width = p->box.width, height = p->box.height, threads = omp_get_max_threads();
    ptrdiff_t across = (width - 2 + cols - 1) / cols, down = (height - 2 + rows - 1) / rows;
    uint32_t moved = 0;
    if (p->steps == 0 || width < 3 || height < 3) {
        #pragma omp parallel for
        for (ptrdiff_t row = 0; row < height; row++)
            copy_row(p, row);
        return 0;
    }
    if (across * down < threads)
        down = (threads + across - 1) / across;
    copy_row(p, 0);
    copy_row(p, height - 1);
    #pragma omp parallel for collapse(2) schedule(dynamic) reduction(|: moved)
    for (ptrdiff_t i = 0; i < down; i++)
        for (ptrdiff_t k = 0; k < across; k++)
            moved |= compute(average_span, p, share(height, down, i), share(width, across, k));
    return moved;
}

/* ---- Eight steps a pass ------------------------------------------------------------------------------
 *
 * A thread copies a block and its halo into two arrays of its own, which fit in its core's L2 cache,
 * alternates between them for eight steps, and stores the inner part.  Both arrays are filled at the
 * start, since the steps do not write the border.
 */
enum {
    NEAR_STEPS = 8,
    NEAR_ROWS = 48, /* of the inner part, at most */
    NEAR_COLS = 16384 / REAL_BITS,
};

struct near {
    struct span rows, cols; /* of the box */
    real u[2][NEAR_ROWS + 2 * NEAR_STEPS][NEAR_COLS + 2 * NEAR_STEPS];
};

static struct span clipped(struct span inner, ptrdiff_t halo, ptrdiff_t extent)
{
    return (struct span){ inner.from - halo > 0 ? inner.from - halo : 0,
                          inner.to + halo < extent ? inner.to + halo : extent };
}

static void load_near(const struct pass *p, struct near *n)
{
    ptrdiff_t width = p->box.width, cols = n->cols.to - n->cols.from;
    for (ptrdiff_t row = n->rows.from; row < n->rows.to; row++)
        for (int k = 0; k < 2; k++)
            memcpy(n->u[k][row - n->rows.from], p->from + row * width + n->cols.from,
                   (size_t)cols * sizeof(real));
}

/* Step number t, counted from 1, on the points that can be computed; returns whether a point has moved. */
static bool step_near(average_fn *average_span, const struct pass *p, struct near *n, int32_t t,
                      struct span rows, struct span cols)
{
    real(*from)[NEAR_COLS + 2 * NEAR_STEPS] = n->u[(t + 1) % 2];
    real(*to)[NEAR_COLS + 2 * NEAR_STEPS] = n->u[t % 2];
    struct span r = with_halo(p, t, rows, p->box.height), c = with_halo(p, t, cols, p->box.width);
    ptrdiff_t first = c.from - n->cols.from, length = c.to - c.from;
    bool moved = false;
    for (ptrdiff_t row = r.from, i = row - n->rows.from; row < r.to; row++, i++) {
        average_span(to[i] + first, from[i - 1] + first, from[i] + first, from[i + 1] + first,
                     length);
        restore_fixed(p, to[i] + first, from[i] + first, row, c);
        if (p->box.tolerance > 0)
            moved |= row_moves(to[i] + first, from[i] + first, length, p->box.tolerance);
    }
    return moved;
}

/* Stores the inner part, and the box's border if it is adjacent. */
static void store_near(const struct pass *p, const struct near *n, struct span rows,
                       struct span cols)
{
    ptrdiff_t width = p->box.width;
    ptrdiff_t first = cols.from == 1 ? 0 : cols.from, last = cols.to == width - 1 ? width : cols.to;
    for (ptrdiff_t row = rows.from; row < rows.to; row++)
        memcpy(p->to + row * width + first,
               n->u[p->steps % 2][row - n->rows.from] + (first - n->cols.from),
               (size_t)(last - first) * sizeof(real));
}

static uint32_t compute_near(average_fn *average_span, const struct pass *p, struct span rows,
                             struct span cols)
{
    struct near n;
    uint32_t moved = 0;
    n.rows = clipped(rows, p->steps, p->box.height);
    n.cols = clipped(cols, p->steps, p->box.width);
    load_near(p, &n);
    for (int32_t t = 1; t <= p->steps; t++)
        moved |= (uint32_t)step_near(average_span, p, &n, t, rows, cols) << (t - 1);
    store_near(p, &n, rows, cols);
    return moved;
}

/* ---- Sixteen steps a pass, one row behind the other --------------------------------------------------
 *
 * A block is kept at every stage: as it was, one step later, two steps later, up to `steps`; of each stage
 * only a few rows, which fit in a core's cache.  The computation goes down the block; each stage is one row
 * behind the stage before it, so that the three rows that it needs are there.  The first stage reads the
 * box, the last one writes it, and those between keep four rows each.  So nothing is copied, a block can be
 * larger, and its halo is a smaller part of it.
 */
enum {
    STAGES = 16,                    /* steps of a pass */
    BLOCK_COLS = 32768 / REAL_BITS, /* columns of a block */
    BLOCK_ROWS = 256,               /* rows, at most */
    STAGE_ROWS = 4,                 /* rows of a stage */
    STRIDE = BLOCK_COLS + 2 * STAGES + 32,
};

struct block {
    const struct pass *pass;
    struct span rows, cols;              /* its inner part */
    bool fixed[BLOCK_ROWS + 2 * STAGES]; /* for each row: whether any of its points is fixed */
    real rows_after[STAGES][STAGE_ROWS][STRIDE];
};

INLINE const real *before(const struct block *p, ptrdiff_t row, ptrdiff_t col)
{
    return p->pass->from + row * p->pass->box.width + col;
}

INLINE real *next_rows(struct block *p, int32_t stage, ptrdiff_t row, ptrdiff_t col)
{
    return p->rows_after[stage][row % STAGE_ROWS] + (col - p->cols.from + STAGES + 1);
}

/* The address of a point after so many steps, for reading; the border never changes. */
INLINE const real *after(struct block *p, int32_t stage, ptrdiff_t row, ptrdiff_t col)
{
    bool border = row == 0 || row == p->pass->box.height - 1;
    return stage == 0 || border ? before(p, row, col) : next_rows(p, stage, row, col);
}

/* Computes one row of a stage; returns whether a point has moved by more than the tolerance. */
static bool compute_row(average_fn *average_span, struct block *p, int32_t stage, ptrdiff_t row)
{
    const struct box *b = &p->pass->box;
    struct span cols = with_halo(p->pass, stage, p->cols, b->width);
    ptrdiff_t n = cols.to - cols.from;
    bool last = stage == p->pass->steps;
    real *to =
        last ? p->pass->to + row * b->width + cols.from : next_rows(p, stage, row, cols.from);
    const real *from = after(p, stage - 1, row, cols.from);
    average_span(to, after(p, stage - 1, row - 1, cols.from), from,
                 after(p, stage - 1, row + 1, cols.from), n);
    if (p->fixed[row - p->rows.from + STAGES])
        restore_fixed(p->pass, to, from, row, cols);
    if (cols.from == 1)
        to[-1] = *before(p, row, 0);
    if (cols.to == b->width - 1)
        to[n] = *before(p, row, cols.to);
    return b->tolerance > 0 && row_moves(to, from, n, b->tolerance);
}

static void find_fixed(struct block *p)
{
    const struct box *b = &p->pass->box;
    struct span rows = with_halo(p->pass, 1, p->rows, b->height);
    struct span cols = with_halo(p->pass, 1, p->cols, b->width);
    for (ptrdiff_t row = rows.from; row < rows.to; row++) {
        uint32_t free = ~(uint32_t)0;
        for (ptrdiff_t word = cols.from / WORD; word * WORD < cols.to; word++)
            free &= p->pass->mask[row * b->words + word];
        p->fixed[row - p->rows.from + STAGES] = ~free;
    }
}

static uint32_t compute_stages(average_fn *average_span, const struct pass *pass, struct span rows,
                               struct span cols)
{
    struct block p;
    uint32_t moved = 0;
    p.pass = pass;
    p.rows = rows;
    p.cols = cols;
    find_fixed(&p);
    ptrdiff_t front = with_halo(pass, 1, rows, pass->box.height).from;
    for (; front < rows.to + pass->steps - 1; front++)
        for (int32_t stage = 1; stage <= pass->steps; stage++) {
            struct span at = with_halo(pass, stage, rows, pass->box.height);
            ptrdiff_t row = front - (stage - 1);
            if (row >= at.from && row < at.to)
                moved |= (uint32_t)compute_row(average_span, &p, stage, row) << (stage - 1);
        }
    return moved;
}

/* ---- The paths ---- */

static uint32_t pass_near_simd(const struct pass *p)
{
    return compute_blocks(p, compute_near, average_simd, NEAR_ROWS, NEAR_COLS);
}

int32_t laplace_eight_steps_simd(ptrdiff_t n, int32_t steps, double tolerance, int conductor,
                                 ptrdiff_t width, ptrdiff_t height, real potential[height * width],
                                 const real start[height * width], real other[height * width],
                                 const int32_t mask[height * ((width + 31) / 32)])
{
    struct pass first = first_pass(n, steps, tolerance, conductor, width, height, start, mask);
    return run_passes(pass_near_simd, NEAR_STEPS, first, potential, other);
}

static uint32_t pass_stages_simd(const struct pass *p)
{
    return compute_blocks(p, compute_stages, average_simd, BLOCK_ROWS, BLOCK_COLS);
}

int32_t laplace_tuned_simd(ptrdiff_t n, int32_t steps, double tolerance, int conductor,
                           ptrdiff_t width, ptrdiff_t height, real potential[height * width],
                           const real start[height * width], real other[height * width],
                           const int32_t mask[height * ((width + 31) / 32)])
{
    struct pass first = first_pass(n, steps, tolerance, conductor, width, height, start, mask);
    return run_passes(pass_stages_simd, STAGES, first, potential, other);
}

#if defined(AVX2)

static uint32_t pass_near_avx2(const struct pass *p)
{
    return compute_blocks(p, compute_near, average_avx2, NEAR_ROWS, NEAR_COLS);
}

int32_t laplace_eight_steps_avx2(ptrdiff_t n, int32_t steps, double tolerance, int conductor,
                                 ptrdiff_t width, ptrdiff_t height, real potential[height * width],
                                 const real start[height * width], real other[height * width],
                                 const int32_t mask[height * ((width + 31) / 32)])
{
    struct pass first = first_pass(n, steps, tolerance, conductor, width, height, start, mask);
    return run_passes(pass_near_avx2, NEAR_STEPS, first, potential, other);
}

static uint32_t pass_stages_avx2(const struct pass *p)
{
    return compute_blocks(p, compute_stages, average_avx2, BLOCK_ROWS, BLOCK_COLS);
}

int32_t laplace_tuned_avx2(ptrdiff_t n, int32_t steps, double tolerance, int conductor,
                           ptrdiff_t width, ptrdiff_t height, real potential[height * width],
                           const real start[height * width], real other[height * width],
                           const int32_t mask[height * ((width + 31) / 32)])
{
    struct pass first = first_pass(n, steps, tolerance, conductor, width, height, start, mask);
    return run_passes(pass_stages_avx2, STAGES, first, potential, other);
}

#endif
