/*
 * The dot product: its order of summation, implemented again from the description, and laws that need no
 * second implementation.  test_dot_bounds.c is about its error.
 */
#include "dot.h"

#include <math.h>
#include <omp.h>

/* Sizes on and beside the ends of rows, tiles, blocks, and rows of blocks; of both precisions. */
static const size_t sizes[] = {
    1,       2,        3,     31,    32,    33,    63,    64,     65,     255,    256,
    257,     2047,     2048,  2049,  2079,  2080,  2081,  4095,   4096,   4097,   4159,
    4161,    16383,    16384, 16385, 32767, 32768, 32769, 100003, 262143, 262145, 1048577,
#if !INSTRUMENTED
    4194305, 16777217,
#endif
};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* ---- The order, from its description ----
 *
 * Rows of 256 bytes, 64 to a tile, eight tiles to a block; a chain of fma for each column; what is
 * left of a block is folded, and so are the sums of the blocks, distributed over as many columns. */
#define ORACLE(real, fused)                                                            \
    static real fold_##real(const real *x, size_t n)                                   \
    {                                                                                  \
        real half[1024];                                                               \
        for (size_t i = 0; i < n / 2; i++)                                             \
            half[i] = x[i] + x[n / 2 + i];                                             \
        return n == 1 ? x[0] : fold_##real(half, n / 2);                               \
    }                                                                                  \
                                                                                       \
    static real oracle_##real(size_t n, const real *a, const real *b)                  \
    {                                                                                  \
        enum { ROW = 256 / sizeof(real), WIDTH = 8 * ROW };                            \
        real block[WIDTH], all[WIDTH] = { 0 };                                         \
        for (size_t first = 0, k = 0; first < n; first += 64 * WIDTH, k++) {           \
            memset(block, 0, sizeof block);                                            \
            for (size_t i = first; i < n && i < first + 64 * WIDTH; i++) {             \
                size_t tile = (i - first) / (64 * ROW), column = tile * ROW + i % ROW; \
                block[column] = fused(a[i], b[i], block[column]);                      \
            }                                                                          \
            all[k % WIDTH] += fold_##real(block, WIDTH);                               \
        }                                                                              \
        return fold_##real(all, WIDTH);                                                \
    }

ORACLE(float, fmaf)
ORACLE(double, fma)

static double oracle(const struct tri_case *c)
{
    if (c->hotspot->precision == TRI_FLOAT)
        return (double)oracle_float(c->length[A], c->operand[A], c->operand[B]);
    return oracle_double(c->length[A], c->operand[A], c->operand[B]);
}

/* Whether the dot that a path has found is right: the bits, or as near as any order is. */
static bool is_right(const struct tri_case *c, const struct row *r)
{
    double dot = value_at(c, DOT, 0), expected = oracle(c);
    return dot_in_order(r) ? dot == expected : fabs(dot - expected) <= r->variant->apart(c);
}

static void order(const struct row *r)
{
    if (!dot_in_order(r))
        return;
    for (size_t k = 0; k < SIZES; k++) {
        case_auto_t c = dot_case(r, sizes[k]);
        double dot = dot_of(&c, r);
        cr_expect(dot == oracle(&c), "n=%zu: %a, not %a", sizes[k], dot, oracle(&c));
    }
}

LAW(dot, order)

/* ---- Exact where integers are ---- */

static void integers(const struct row *r)
{
    for (size_t k = 0; k < SIZES && sizes[k] < 5000000; k++) {
        case_auto_t c = dot_case(r, sizes[k]);
        int64_t sum = 0;
        for (size_t i = 0; i < sizes[k]; i++) {
            int64_t a = dot_scattered(1, i, 9), b = dot_scattered(2, i, 9);
            sum += a * b;
            set_value(&c, A, i, (double)a);
            set_value(&c, B, i, (double)b);
        }
        double dot = dot_of(&c, r);
        cr_expect(dot == (double)sum, "n=%zu: %.17g, not %lld", sizes[k], dot, (long long)sum);
    }
}

LAW(dot, integers)

/* The plain loop in float stops at 2^24. */
static void counts_beyond_2_24(const struct row *r)
{
    if (!dot_in_order(r))
        return;
    enum { N = (1 << 24) + (1 << 14) };
    case_auto_t c = dot_case(r, N);
    for (size_t i = 0; i < N; i++) {
        set_value(&c, A, i, 1);
        set_value(&c, B, i, 1);
    }
    cr_expect(dot_of(&c, r) == N, "%.17g", value_at(&c, DOT, 0));
}

ParameterizedTestParameters(dot, counts_beyond_2_24)
{
    return all_paths();
}

ParameterizedTest(struct row *r, dot, counts_beyond_2_24, .disabled = INSTRUMENTED)
{
    for_variants(r, "dot", counts_beyond_2_24);
}

/* ---- A unit vector picks the element ---- */

static void unit_vectors(const struct row *r)
{
    enum { N = 70001 };
    static const size_t ones[] = {
        0,    1,    31,   32,    33,    63,    64,    255,   256,   2047,  2048,  2049,  4095,
        4096, 4097, 8191, 16383, 16384, 16385, 32767, 32768, 32769, 65535, 65536, 69999, 70000,
    };
    case_auto_t c = dot_case(r, N);
    memset(c.operand[B], 0, tri_operand_bytes(&c, B));
    for (size_t k = 0; k < sizeof ones / sizeof *ones; k++) {
        set_value(&c, B, ones[k], 1);
        double dot = dot_of(&c, r);
        cr_expect(dot == value_at(&c, A, ones[k]) && dot != 0, "%zu: %a, not %a", ones[k], dot,
                  value_at(&c, A, ones[k]));
        set_value(&c, B, ones[k], 0);
    }
}

LAW(dot, unit_vectors)

/* ---- Symmetric; odd in each factor; never negative of a vector with itself ---- */

static void exchange(struct tri_case *c)
{
    void *a = c->operand[A];
    c->operand[A] = c->operand[B];
    c->operand[B] = a;
}

static void symmetric(const struct row *r)
{
    enum { N = 50021 };
    case_auto_t c = dot_case(r, N);
    double dot = dot_of(&c, r), near = dot_in_order(r) ? 0 : 2 * r->variant->apart(&c);
    exchange(&c);
    cr_expect(fabs(dot_of(&c, r) - dot) <= near);
    for (size_t i = 0; i < N; i++)
        set_value(&c, A, i, -value_at(&c, A, i));
    cr_expect(fabs(dot_of(&c, r) + dot) <= near && dot != 0);
    memcpy(c.operand[B], c.operand[A], tri_operand_bytes(&c, A));
    double square = dot_of(&c, r);
    cr_expect(square > N / 4 && square < N / 2, "%g: a third of N is to be expected", square);
    memset(c.operand[A], 0, tri_operand_bytes(&c, A));
    memset(c.operand[B], 0, tri_operand_bytes(&c, B));
    cr_expect(dot_of(&c, r) == 0 && !signbit(value_at(&c, DOT, 0)));
}

LAW(dot, symmetric)

/* ---- What is not finite comes through, from wherever it is ---- */

static void not_finite(const struct row *r)
{
    enum { N = 40007 };
    static const size_t where[] = { 0, 100, 16385, 39999, N - 1 };
    case_auto_t c = dot_case(r, N);
    for (size_t k = 0; k < sizeof where / sizeof *where; k++) {
        double before = value_at(&c, A, where[k]);
        set_value(&c, A, where[k], (double)-INFINITY);
        set_value(&c, B, where[k], 2);
        cr_expect(dot_of(&c, r) == (double)-INFINITY, "infinity at %zu", where[k]);
        set_value(&c, A, where[k], (double)NAN);
        cr_expect(isnan(dot_of(&c, r)), "NaN at %zu", where[k]);
        set_value(&c, A, where[k], before);
    }
    cr_expect(isfinite(dot_of(&c, r)));
}

LAW(dot, not_finite)

/* ---- The same bits on any number of threads, in any place, run after run ---- */

static void any_number_of_threads(const struct row *r)
{
    static const int threads[] = { 1, 2, 3, 7, 16 };
    static const size_t some[] = { 101, 32769, 300007, INSTRUMENTED ? 300008 : 5000011 };
    for (size_t k = 0; k < sizeof some / sizeof *some; k++) {
        case_auto_t c = dot_case(r, some[k]);
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            omp_set_num_threads(threads[t]);
            dot_of(&c, r);
            cr_expect(is_right(&c, r), "%s, n=%zu, %d threads", r->variant->name, some[k],
                      threads[t]);
        }
    }
}

LAW(dot, any_number_of_threads)

/* Moves an operand to `offset` elements after a line's beginning; returns what to free. */
static void *shift(struct tri_case *c, int operand, size_t offset)
{
    size_t size = c->hotspot->precision == TRI_FLOAT ? sizeof(float) : sizeof(double);
    char *block = aligned_alloc(64, (tri_operand_bytes(c, operand) + 64 + 63) / 64 * 64);
    cr_assert(block);
    memcpy(block + offset * size, c->operand[operand], tri_operand_bytes(c, operand));
    free(c->operand[operand]);
    c->operand[operand] = block + offset * size;
    return block;
}

static void any_alignment(const struct row *r)
{
    for (size_t offset = 0; offset < 8; offset++) {
        case_auto_t c = dot_case(r, 33333);
        void *a = shift(&c, A, offset), *b = shift(&c, B, 7 - offset);
        dot_of(&c, r);
        cr_expect(is_right(&c, r), "%s, offset %zu", r->variant->name, offset);
        c.operand[A] = a;
        c.operand[B] = b;
    }
}

LAW(dot, any_alignment)

/* ---- Requests ---- */

Test(dot, sizes_that_are_refused)
{
    static const char *const rows[][2] = {
        { "n=0", "an integer from 1" },   { "n=-1", "an integer from 1" },
        { "n=1.5", "an integer from 1" }, { "n=1000000000001", "to 1000000000000" },
        { "m=5", "no such parameter" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_refused("dot", rows[i][0], rows[i][1]);
}

Test(dot, more_than_there_is_memory_for)
{
    struct tri_case c = prepared(tri_hotspot_named("dot", TRI_FLOAT), "n=1000000000000");
    cr_expect(!tri_case_allocate(&c, &failure) && failure.status == TRI_USAGE &&
                  strstr(failure.text, "GB"),
              "%s", failure.text);
}
