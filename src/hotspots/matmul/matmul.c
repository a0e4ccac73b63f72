/*
 * The product of two matrices.
 *
 *     c(i,j) = sum over p of a(i,p) b(p,j),      A: m x k,  B: k x n,  C: m x n,  row after row
 *
 * The lesson before this one is julia.c; the next is laplace.c.
 *
 * So far there was little to read, or each number was used once.  Here m n k products are made of few
 * numbers: each number of A is used n times, each of B m times.  The plain loops below load it again
 * each time, mostly from the caches.  How many operations are done for each byte that is moved is called
 * arithmetic intensity.  The variants in climb.c raise it: they keep tiles, small rectangles of the matrices, in
 * registers, in caches and in memory that a team shares.
 *
 * The product is written four times: 1. as it is defined, 2. for the GPU, 3. for the cores and vector units
 * of a CPU, 4. the same with AVX2 intrinsics.  Section 5 is what the prototypes do not say.
 */
#include "real.h"

#include "ran_on.h"
#include "hotspot.h"

/* ---- 1. The reference -------------------------------------------------------------------------
 *
 * Every element of C is one chain of fma, from 0, in the order of p:
 *
 *     c = 0;   c = fma(a(i,p), b(p,j), c)   for p = 0, 1, …, k - 1
 *
 * FMA(a, b, c) is a b + c, rounded once: C's fmaf() or fma(), and one instruction where the processor has
 * it and the compiler may use it (-march=native).  A sum in another order would round differently.  But
 * the chains of different elements are independent: in which order elements are computed, and whether a
 * sum is kept in a register or in memory meanwhile, changes no bit.
 *
 * The loop over p is the middle one.  Inside it are a row of B and a row of C, which are contiguous in
 * memory; with p inside, each step would go to another row of B.
 */
void matmul_reference(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k],
                      const real b[k * n], real c[m * n])
{
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < m; i++) {
        for (ptrdiff_t j = 0; j < n; j++)
            c[i * n + j] = 0;
        for (ptrdiff_t p = 0; p < k; p++)
            for (ptrdiff_t j = 0; j < n; j++)
                c[i * n + j] = FMA(a[i * k + p], b[p * n + j], c[i * n + j]);
    }
}

/* ---- 2. GPU: omp target teams distribute parallel for -------------------------------------------
 *
 * A thread for each element of C.  `collapse(2)` makes one loop of m n iterations out of the two, so
 * that there is work for all threads even if C has few rows.  Each thread runs its loop over p alone: that is
 * a chain, each step of which waits for the one before.  The sum is a local variable, so it stays in a
 * register, and C is written once.
 *
 * Adjacent threads have adjacent j.  In each step the threads of a warp read adjacent numbers of a row
 * of B: the loads coalesce.  Of A they all read the same number, which is loaded once and broadcast.
 * With i as the inner loop they would read down a column of A, a row apart, and nothing would coalesce.
 *
 * Still there are two loads for each fma, and a multiprocessor can start several fma in the time of one
 * load (four in float).  Most of these numbers are in the caches, and what limits the loop is waiting for them.
 */
void matmul_offload(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k], const real b[k * n],
                    real c[m * n], int *place)
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[:m * k], b[:k * n]) \
        map(from: c[:m * n], place[:1])
    for (ptrdiff_t i = 0; i < m; i++)
        for (ptrdiff_t j = 0; j < n; j++) {
            real sum = 0;
            for (ptrdiff_t p = 0; p < k; p++)
                sum = FMA(a[i * k + p], b[p * n + j], sum);
            c[i * n + j] = sum;
            if (i == 0 && j == 0)
                *place = ran_on();
        }
}

/* ---- 3. CPU: omp parallel for, and omp simd inside ------------------------------------------------
 *
 * As in mandelbrot.c, `parallel for` and `simd` are two directives at two loops: the first divides the rows of C
 * among threads, the second vectorises along a row.  The loop over p between them has none: it runs in order.
 *
 * clang and gcc both vectorise the inner loop.  They would without `simd`, too, but with a test, each time the
 * loop starts, whether c overlaps a or b.  `simd` promises that iterations do not depend on each
 * other, so there is no test.
 *
 * For each fma a number of B is loaded, and one of C loaded and stored.
 */
void matmul_simd(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k], const real b[k * n],
                 real c[m * n])
{
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < m; i++) {
        for (ptrdiff_t j = 0; j < n; j++)
            c[i * n + j] = 0;
        for (ptrdiff_t p = 0; p < k; p++) {
            #pragma omp simd
            for (ptrdiff_t j = 0; j < n; j++)
                c[i * n + j] = FMA(a[i * k + p], b[p * n + j], c[i * n + j]);
        }
    }
}

/* ---- 4. CPU: AVX2 and FMA intrinsics --------------------------------------------------------------
 *
 * By hand, what a compiler makes of section 3.  set1 copies one number to all lanes, since every
 * column of the row is multiplied by the same number of A.  fmadd(x, y, z) is x y + z in every lane,
 * rounded once as FMA() is.  The columns that are left over are computed by FMA() itself.
 */
#if defined(AVX2)

/* c(j) = fma(number, b(j), c(j)) along a row. */
AVX2 static void add_row(ptrdiff_t n, real number, const real *b, real *c)
{
    ptrdiff_t j = 0;
    vec spread = V(set1)(number);
    for (; j + LANES <= n; j += LANES)
        V(storeu)(c + j, V(fmadd)(spread, V(loadu)(b + j), V(loadu)(c + j)));
    for (; j < n; j++)
        c[j] = FMA(number, b[j], c[j]);
}

void matmul_avx2(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k], const real b[k * n],
                 real c[m * n])
{
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < m; i++) {
        for (ptrdiff_t j = 0; j < n; j++)
            c[i * n + j] = 0;
        for (ptrdiff_t p = 0; p < k; p++)
            add_row(n, a[i * k + p], b + p * n, c + i * n);
    }
}

#endif

/* ---- 5. What the prototypes do not say -----------------------------------------------------------
 *
 * vecadd.c says what the fields are.
 */
enum { N, M, K };

/* A random number between 0 and 1.  24 bits, so that float and double begin with the same numbers.  Not negative, so
 * that there is a simple bound for libraries, which add in another order. */
static double random_number(uint64_t seed, size_t i)
{
    uint64_t bits = (seed + i) * 0x9E3779B97F4A7C15; /* splitmix64, G. Steele and others, 2014 */
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB;
    return (double)((bits ^ bits >> 31) >> 40) * 0x1p-24;
}

static double value_of_a(const struct tri_case *c, size_t i)
{
    return random_number(1, i);
}

static double value_of_b(const struct tri_case *c, size_t i)
{
    return random_number((uint64_t)1 << 40, i);
}

/* Two floating-point operations for each fma, as is customary.  Memory has to move the three matrices once, if
 * the caches hold what is used again. */
static struct tri_work work(const struct tri_case *c)
{
    double m = (double)c->value[M].integer, n = (double)c->value[N].integer,
           k = (double)c->value[K].integer;
    return (struct tri_work){
        .units = 2 * m * n * k,
        .instructions = m * n * k,
        .bytes = (m * k + k * n + m * n) * sizeof(real),
    };
}

/* .near_bytes, what cores load and store for each fma: on a GPU a number of B, and one of A for the 32 threads of a
 * warp; on a CPU a number of B, and one of C twice. */
static struct tri_work work_of_plain(const struct tri_case *c, enum tri_path path)
{
    struct tri_work w = work(c);
    w.near_bytes = w.instructions * (path == TRI_OFFLOAD ? 1 + 1.0 / 32 : 3) * sizeof(real);
    return w;
}

const struct tri_hotspot matmul = {
    .name = "matmul",
    .formula = "C = A B, each element one chain of fma: c = fma(a(i,p), b(p,j), c), p = 0, 1, ...",
    .unit = "flop",
    .precision = PRECISION,
    .params = {
        [N] = {"n", "columns of B and C", TRI_INTEGER, 1000, .min = 1, .max = 1 << 20},
        [M] = {"m", "rows of A and C", TRI_INTEGER, 1, .min = 1, .max = 1 << 20, .times = "n"},
        [K] = {"k", "columns of A, rows of B", TRI_INTEGER, 1, .min = 1, .max = 1 << 20, .times = "n"},
    },
    .operands = { {"a", .value = value_of_a}, {"b", .value = value_of_b}, {"c"} },
    .work = work,
    .plain = {
        "plain", "GPU: one thread per element; CPU: one row of C after the other, in vectors",
        .work = work_of_plain,
    },
};
