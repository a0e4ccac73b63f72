/*
 * Adding vectors.
 *
 *     form=sum      c(i) = a(i) + b(i)
 *     form=update   a(i) += b(i)
 *
 * The hello world of parallel programs, and what all array languages are made of.  Every element
 * is on its own, and one addition for three numbers moved leaves nothing to compute: what is timed is
 * memory, and the only question is how little a path puts in its way.
 *
 * Read on: 1. the reference, 2. GPU, 3. what both CPU paths share, 4. CPU by directives, 5. CPU by
 * intrinsics, 6. the description that the tools read.
 */
#include "real.h"

#include "ran_on.h"
#include "triptych.h"

/* ---- 1. The reference -------------------------------------------------------------------------
 *
 * The definition.  Checks use all threads, as everywhere; it is timed on one.
 */
static void X(vecadd_reference)(ptrdiff_t n, const real *a, const real *b, real *to)
{
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++)
        to[i] = a[i] + b[i];
}

/* ---- 2. GPU: omp target -----------------------------------------------------------------------
 *
 * The one line that everybody writes,
 *
 *     #pragma omp target teams distribute parallel for
 *
 * over all i, reaches 2.50 TB/s in double and 1.90 in float on an H100 (2^28 elements, clang 19).  A
 * thread of it waits for its two numbers, stores their sum, and goes on to the next two; and a team
 * is not free: what it does before its first load takes as long as many loads.
 *
 * Here a thread adds 16 bytes' worth, and all of it is under way before the first store.  They lie a
 * team's width apart, so that neighbours in a warp read neighbouring numbers.  And the tiles are dealt
 * out by hand, since `distribute` and `for` divide and multiply to find out which are theirs, which
 * costs registers and so teams that run at once.  3.07 TB/s in double and 3.02 in float, where the
 * best CUDA that we know has 3.10 and 3.05.
 */
enum { THREADS = 256, FEW = 16 / sizeof(real), TILE = FEW * THREADS };

#pragma omp declare target

/* to[i] = a[i] + b[i] for i = first, first + THREADS, … below n, a few of them. */
INLINE void X(add_few)(ptrdiff_t first, ptrdiff_t n, const real *a, const real *b, real *to)
{
    real x[FEW], y[FEW];
    for (int k = 0; k < FEW; k++) {
        ptrdiff_t i = first + k * THREADS;
        x[k] = i < n ? a[i] : 0;
        y[k] = i < n ? b[i] : 0;
    }
    for (int k = 0; k < FEW; k++) {
        ptrdiff_t i = first + k * THREADS;
        if (i < n)
            to[i] = x[k] + y[k];
    }
}

/* The share of one thread in all tiles. */
INLINE void X(add_share)(ptrdiff_t n, const real *a, const real *b, real *to, int *place)
{
    int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    int team = omp_get_team_num(), teams = omp_get_num_teams();
    if (team == 0 && thread == 0)
        *place = ran_on();
    for (ptrdiff_t tile = (ptrdiff_t)team * TILE; tile < n; tile += (ptrdiff_t)teams * TILE)
        for (int k = thread; k < THREADS; k += threads)
            X(add_few)(tile + k, n, a, b, to);
}

#pragma omp end declare target

static void X(sum_offload)(ptrdiff_t n, const real *a, const real *b, real *c, int *place)
{
    #pragma omp target teams num_teams(tri_teams((n + TILE - 1) / TILE)) thread_limit(THREADS) \
        map(to: a[:n], b[:n]) map(from: c[:n], place[:1])
    #pragma omp parallel
    X(add_share)(n, a, b, c, place);
}

static void X(update_offload)(ptrdiff_t n, real *a, const real *b, int *place)
{
    #pragma omp target teams num_teams(tri_teams((n + TILE - 1) / TILE)) thread_limit(THREADS) \
        map(tofrom: a[:n]) map(to: b[:n]) map(from: place[:1])
    #pragma omp parallel
    X(add_share)(n, a, b, a, place);
}

/* ---- 3. CPU: past the caches -------------------------------------------------------------------
 *
 * A core cannot write a part of a cache line without having the rest: before it stores the first
 * number of a line of c, it reads the line from memory, only to overwrite all of it.  So c = a + b
 * moves four numbers where three would do.  A streaming store goes past the caches, a line at a time,
 * and saves the fourth.  But what fits in the caches is faster left there, and a += b has read its
 * lines anyway.  So `stores=automatic` streams a sum, if its vectors are larger than most caches.
 *
 * Streaming wants whole lines.  What is before the first whole line of `to` is done on its own, and
 * so is what is left at the end; between are strips of a page.
 */
enum stores { AUTOMATIC, CACHED, STREAMING };

enum {
    LINE = 64 / sizeof(real),
    STRIP = 64 * LINE,
    CACHES = 32 << 20, /* bytes */
};

static bool X(streams)(enum stores stores, ptrdiff_t n, const real *a, const real *to)
{
    if (stores != AUTOMATIC)
        return stores == STREAMING;
    return to != a && 3 * (size_t)n * sizeof(real) > CACHES;
}

/* How many of n numbers come before the first whole line. */
static ptrdiff_t X(before_line)(ptrdiff_t n, const real *to)
{
    ptrdiff_t before = (ptrdiff_t)(-(uintptr_t)to % 64 / sizeof(real));
    return before < n ? before : n;
}

/* to[i] = a[i] + b[i] for a strip of i, whose place in `to` begins a line. */
typedef void strip_fn(const real *a, const real *b, real *to);

/* ---- 4. CPU: omp parallel for + simd -----------------------------------------------------------
 *
 * For what goes through the caches there is nothing to add to the directive.  For what goes past
 * them OpenMP has a word as well, `nontemporal`, and clang and gcc take it and store as ever: clang
 * 19 marks the load of the pointer `to` instead of the stores behind it (the "nontemporal" in its IR
 * shows where), gcc 12 nothing.  clang's __builtin_nontemporal_store would be marked, but then
 *
 *     loop not vectorized: nontemporal store instruction cannot be vectorized
 *
 * because it forgets that `to` is aligned.  So this path stays behind the next one where that
 * streams, by what the fourth number costs.
 */
static void X(stream_simd)(const real *a, const real *b, real *to)
{
    #pragma omp simd nontemporal(to) aligned(to: 64)
    for (int i = 0; i < STRIP; i++)
        to[i] = a[i] + b[i];
}

static void X(vecadd_simd)(enum stores stores, ptrdiff_t n, const real *a, const real *b, real *to)
{
    ptrdiff_t first = X(streams)(stores, n, a, to) ? X(before_line)(n, to) : n;
    ptrdiff_t strips = (n - first) / STRIP;
    #pragma omp parallel for simd
    for (ptrdiff_t i = 0; i < first; i++)
        to[i] = a[i] + b[i];
    #pragma omp parallel for
    for (ptrdiff_t k = 0; k < strips; k++)
        X(stream_simd)(a + first + k * STRIP, b + first + k * STRIP, to + first + k * STRIP);
    for (ptrdiff_t i = first + strips * STRIP; i < n; i++)
        to[i] = a[i] + b[i];
}

/* ---- 5. CPU: AVX2 intrinsics --------------------------------------------------------------------
 *
 * Two vectors fill a line.  A streaming store needs an aligned address, and is in no order with other
 * stores: the fence comes before the barrier that tells the other threads that all is done.
 */
#if defined(__x86_64__)

AVX2 static void X(store_avx2)(const real *a, const real *b, real *to)
{
    for (int i = 0; i < STRIP; i += LANES)
        V(storeu)(to + i, V(add)(V(loadu)(a + i), V(loadu)(b + i)));
}

AVX2 static void X(stream_avx2)(const real *a, const real *b, real *to)
{
    for (int i = 0; i < STRIP; i += LANES)
        V(stream)(to + i, V(add)(V(loadu)(a + i), V(loadu)(b + i)));
}

static void X(vecadd_avx2)(enum stores stores, ptrdiff_t n, const real *a, const real *b, real *to)
{
    strip_fn *strip = X(streams)(stores, n, a, to) ? X(stream_avx2) : X(store_avx2);
    ptrdiff_t first = X(before_line)(n, to), strips = (n - first) / STRIP;
    for (ptrdiff_t i = 0; i < first; i++)
        to[i] = a[i] + b[i];
    #pragma omp parallel
    {
        #pragma omp for nowait
        for (ptrdiff_t k = 0; k < strips; k++)
            strip(a + first + k * STRIP, b + first + k * STRIP, to + first + k * STRIP);
        _mm_sfence();
    }
    for (ptrdiff_t i = first + strips * STRIP; i < n; i++)
        to[i] = a[i] + b[i];
}

#endif

/* ---- 6. The description ----------------------------------------------------------------------- */

enum { N, FORM, STORES };
enum { A, B, C };
enum form { SUM, UPDATE };

static void X(run_reference)(const struct tri_case *c)
{
    real *a = c->operand[A], *to = c->operand[C] ? c->operand[C] : a;
    X(vecadd_reference)((ptrdiff_t)c->length[A], a, c->operand[B], to);
}

static void X(run_offload)(const struct tri_case *c)
{
    ptrdiff_t n = (ptrdiff_t)c->length[A];
    if (c->value[FORM].integer == SUM)
        X(sum_offload)(n, c->operand[A], c->operand[B], c->operand[C], c->ran_on);
    else
        X(update_offload)(n, c->operand[A], c->operand[B], c->ran_on);
}

static void X(run_simd)(const struct tri_case *c)
{
    real *a = c->operand[A], *to = c->operand[C] ? c->operand[C] : a;
    X(vecadd_simd)((enum stores)c->value[STORES].integer, (ptrdiff_t)c->length[A], a, c->operand[B],
                   to);
}

#if defined(__x86_64__)
static void X(run_avx2)(const struct tri_case *c)
{
    real *a = c->operand[A], *to = c->operand[C] ? c->operand[C] : a;
    X(vecadd_avx2)((enum stores)c->value[STORES].integer, (ptrdiff_t)c->length[A], a, c->operand[B],
                   to);
}
#endif

static double X(value_of_a)(const struct tri_case *c, size_t i)
{
    (void)c;
    return tri_scattered(0, i);
}

static double X(value_of_b)(const struct tri_case *c, size_t i)
{
    (void)c;
    return tri_scattered(1, i);
}

static enum tri_role X(role_of_a)(const struct tri_case *c)
{
    return c->value[FORM].integer == SUM ? TRI_IN : TRI_INOUT;
}

static enum tri_role X(role_of_c)(const struct tri_case *c)
{
    return c->value[FORM].integer == SUM ? TRI_OUT : TRI_ABSENT;
}

static struct tri_work X(work)(const struct tri_case *c)
{
    double n = (double)c->length[A];
    return (struct tri_work){ .units = n, .instructions = n, .bytes = 3 * n * sizeof(real) };
}

const struct tri_hotspot X(vecadd) = {
    .name = "vecadd",
    .formula = "c(i) = a(i) + b(i), or a(i) += b(i)",
    .unit = "elements",
    .precision = PRECISION,
    .params = {
        [N] = {"n", "elements", TRI_INTEGER, 1 << 24, .min = 1, .max = 1e12},
        [FORM] = {"form", "c = a + b, or a += b", TRI_CHOICE, SUM, .choices = {"sum", "update"}},
        [STORES] = {"stores", "past the CPU's caches, or through them", TRI_CHOICE, AUTOMATIC,
                    .choices = {"automatic", "cached", "streaming"}},
    },
    .operands = {
        [A] = {"a", TRI_FLOATING, .role_of = X(role_of_a), .rank = 1, .shape = {N},
               .value = X(value_of_a)},
        [B] = {"b", TRI_FLOATING, TRI_IN, .rank = 1, .shape = {N}, .value = X(value_of_b)},
        [C] = {"c", TRI_FLOATING, .role_of = X(role_of_c), .rank = 1, .shape = {N}},
    },
    .work = X(work),
    .path = {
        [TRI_REFERENCE] = X(run_reference),
        [TRI_SIMD] = X(run_simd),
        [TRI_AVX2] = X(run_avx2),
        [TRI_OFFLOAD] = X(run_offload),
    },
};
