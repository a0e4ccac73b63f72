/*
 * The dot product: its order of summation, implemented again from the description; sums that are the same in any order; and
 * its error.
 */
#include "laws.h"

#include <float.h>
#include <math.h>
#include <omp.h>

enum { A, B, DOT };

static struct tri_case dot_case(const struct row *r, size_t n)
{
    char text[40];
    snprintf(text, sizeof text, "n=%zu", n);
    return case_on(r, "dot", text);
}

static void fill(struct tri_case *c, size_t i, double a, double b)
{
    set_value(c, A, i, a);
    set_value(c, B, i, b);
}

/* Whether the bits are the reference's: a reduction takes whatever order. */
static bool dot_in_order(const struct row *r)
{
    return !tri_path_has_variants((enum tri_path)r->path) || !r->variant->apart;
}

/* What the row's path makes of it. */
static double dot_of(struct tri_case *c, const struct row *r)
{
    run_path(c, (enum tri_path)r->path);
    return value_at(c, DOT, 0);
}

/* A number that a seed and an index give, from -limit to limit. */
static int64_t dot_scattered(uint64_t seed, size_t i, int64_t limit)
{
    uint64_t x = (i + seed * 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 31) * 0x94D049BB133111EB;
    return (int64_t)((x ^ x >> 29) % (uint64_t)(2 * limit + 1)) - limit;
}

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
            fill(&c, i, (double)a, (double)b);
        }
        double dot = dot_of(&c, r);
        cr_expect(dot == (double)sum, "n=%zu: %.17g, not %lld", sizes[k], dot, (long long)sum);
    }
}

LAW(dot, integers)

/* A sum of nothing but -0 begins with 0, and so is 0. */
static void zeros(const struct row *r)
{
    enum { N = 50021 };
    case_auto_t c = dot_case(r, N);
    for (size_t i = 0; i < N; i++)
        fill(&c, i, 0, -1);
    cr_expect(dot_of(&c, r) == 0 && !signbit(value_at(&c, DOT, 0)));
}

LAW(dot, zeros)

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

/* ---- The same bits on any number of threads, run after run ---- */

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

/* ---- Requests ---- */

Test(dot, more_than_there_is_memory_for)
{
    struct tri_case c = prepared(tri_hotspot_named("dot", TRI_FLOAT), "n=1000000000000");
    expect_refuses(tri_case_allocate(&c, &failure), "GB");
}

/* ---- Errors: of each path, and of fictitious results close to the bound; against exact results in 128-bit integers ---- */

/* ---- The error is below the bound that src/hotspots/dot/dot.c states, for either order ---- */

__extension__ typedef __int128 exact;

static void error_bound(const struct row *r)
{
    bool narrow = r->precision == TRI_FLOAT;
    int64_t limit = ((int64_t)1 << (narrow ? 24 : 53)) - 1;
    double u = narrow ? 0x1p-24 : 0x1p-53;
    static const size_t some[] = { 1, 2, 101, 16385, INSTRUMENTED ? 16386 : 1000003 };
    for (size_t k = 0; k < sizeof some / sizeof *some; k++) {
        case_auto_t c = dot_case(r, some[k]);
        exact sum = 0, magnitude = 0;
        for (size_t i = 0; i < some[k]; i++) {
            int64_t a = dot_scattered(3, i, limit), b = dot_scattered(4, i, limit);
            exact product = (exact)a * b;
            sum += product;
            magnitude += product < 0 ? -product : product;
            fill(&c, i, (double)a, (double)b);
        }
        double dot = dot_of(&c, r), n = (double)some[k];
        exact error = (exact)dot - sum;
        double h = dot_in_order(r) ? 1.02 * (83 + n / 0x1p22) : n,
               bound = fmin(n, h) * u * (double)magnitude;
        cr_expect(fabs((double)error) <= bound, "n=%zu: error %g, bound %g", some[k], (double)error,
                  bound);
    }
}

LAW(dot, error_bound)

/* ---- What a reduction owes, from both sides ----
 *
 * Results made up: the last that the bound takes, and the next one beyond it. */

static bool takes(const struct tri_case *reference, struct tri_case *c, double dot)
{
    set_value(c, DOT, 0, dot);
    struct tri_difference d = tri_case_difference(c, reference);
    struct tri_contender peer = { .peer = "any",
                                  .may_differ = true,
                                  .apart = c->hotspot->plain.apart };
    bool agrees = tri_agrees(&c->hotspot->plain, reference, &d);
    cr_expect(tri_contender_agrees(&peer, reference, &d) == agrees, "a peer owes the same");
    return agrees;
}

static double next(const struct tri_case *c, double x, double to)
{
    bool narrow = c->hotspot->precision == TRI_FLOAT;
    return narrow ? (double)nextafterf((float)x, (float)to) : nextafter(x, to);
}

/* The number of the case's precision that is farthest from `from`, toward `to`, and not beyond the bound. */
static double last_within(const struct tri_case *c, double from, double to, double bound)
{
    double x = copysign(bound, to - from) + from;
    if (c->hotspot->precision == TRI_FLOAT)
        x = (double)(float)x;
    for (int k = 0; k < 4 && fabs(x - from) <= bound; k++)
        x = next(c, x, to);
    while (fabs(x - from) > bound)
        x = next(c, x, from);
    return x;
}

static void check_sides(struct tri_case *reference, const char *says)
{
    run_path(reference, TRI_REFERENCE);
    struct tri_case c = *reference;
    double other[1], dot = value_at(reference, DOT, 0);
    double bound = reference->hotspot->plain.apart(reference);
    c.operand[DOT] = other;
    cr_assert(isfinite(bound) && bound >= 0, "%s: bound %g", says, bound);
    cr_expect(takes(reference, &c, dot), "%s", says);
    for (int sign = -1; sign <= 1; sign += 2) {
        double to = sign * (double)INFINITY, last = last_within(reference, dot, to, bound);
        cr_expect(takes(reference, &c, last), "%s: %a is within %a of %a", says, last, bound, dot);
        cr_expect(!takes(reference, &c, next(&c, last, to)), "%s: beyond %a", says, last);
        cr_expect(!takes(reference, &c, dot + sign * (3 * bound + 0x1p-126)), "%s", says);
        cr_expect(!takes(reference, &c, to), "%s: infinity", says);
    }
    cr_expect(!takes(reference, &c, (double)NAN), "%s: NaN", says);
}

/* Sums in which all cancels, or all but the least; and nothing but zeros. */
static void check_contents(const struct row *r, size_t n)
{
    case_auto_t c = dot_case(r, n);
    double tiny = r->precision == TRI_FLOAT ? 0x1p-149 : 0x1p-1074;
    check_sides(&c, "scattered");
    for (size_t i = 0; i < n; i++)
        fill(&c, i, i % 2 ? 3 : -3, n % 2 && i == n - 1 ? 0 : 1.25);
    check_sides(&c, "cancels");
    cr_expect(value_at(&c, DOT, 0) == 0);
    fill(&c, 0, 0x1p-20, 0x1p-20);
    check_sides(&c, "nearly cancels");
    for (size_t i = 0; i < n; i++)
        fill(&c, i, i % 2 ? 0.0 : -0.0, (double)i);
    check_sides(&c, "zeros");
    cr_expect(c.hotspot->plain.apart(&c) == 0, "zeros may be any order's: nothing else is");
    for (size_t i = 0; i < n; i++)
        fill(&c, i, tiny, 0.75);
    check_sides(&c, "products below the least number");
}

EACH_OF(dot, bound_from_both_sides, struct row, all_paths())
{
    static const size_t some[] = { 1, 2, 3, 17, 1001, 100003 };
    for (size_t k = 0; k < sizeof some / sizeof *some && r->path == TRI_REFERENCE; k++)
        check_contents(r, some[k]);
}

/* From left to right, rounded as it goes. */
static double one_by_one(const struct tri_case *c)
{
    double sum = 0;
    for (size_t i = 0; i < c->length[A]; i++) {
        double a = value_at(c, A, i), b = value_at(c, B, i);
        sum = c->hotspot->precision == TRI_FLOAT ? (double)((float)sum + (float)a * (float)b)
                                                 : sum + a * b;
    }
    return sum;
}

/* Checks that the sum from left to right is within the bound, by at least so much of it, and that the
 * same error beyond it is not. */
static void check_near(struct tri_case *c, double least_share, const char *says)
{
    struct tri_case other = *c;
    double sum[1], loop = one_by_one(c), bound = c->hotspot->plain.apart(c);
    other.operand[DOT] = sum;
    run_path(c, TRI_REFERENCE);
    double dot = value_at(c, DOT, 0), share = fabs(loop - dot) / bound;
    cr_expect(takes(c, &other, loop), "%s: %a, not %a", says, loop, dot);
    cr_expect(share >= least_share && share <= 1, "%s: %g of the bound", says, share);
    cr_expect(!takes(c, &other, dot + 1.1 / share * (loop - dot)), "%s: 1.1 times the bound", says);
}

/* One, and then halves of the distance to the next number: from left to right all are lost, and no order
 * can lose more.  In the reference's only those are that come after it in its column. */
Test(dot, comes_near_its_bound)
{
    enum { N = 100000 };
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        struct row r = { .path = TRI_REFERENCE, .precision = p };
        case_auto_t c = dot_case(&r, N);
        for (size_t i = 0; i < N; i++)
            fill(&c, i, i ? p == TRI_FLOAT ? 0x1p-24 : 0x1p-53 : 1, 1);
        check_near(&c, 0.98, "one, and what it cannot take");
    }
}

/* The loop in float stops at 2^24. */
Test(dot, ones_past_2_24, .disabled = INSTRUMENTED)
{
    enum { N = 1 << 25 };
    struct row r = { .path = TRI_REFERENCE, .precision = TRI_FLOAT };
    case_auto_t c = dot_case(&r, N);
    for (size_t i = 0; i < N; i++)
        fill(&c, i, 1, 1);
    cr_expect(one_by_one(&c) == 1 << 24);
    check_near(&c, 0.2, "ones");
}

/* What may overflow in one order need not in another: nothing is owed. */
Test(dot, bound_where_sums_may_overflow)
{
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        struct row r = { .path = TRI_REFERENCE, .precision = p };
        case_auto_t c = dot_case(&r, 100);
        double most = p == TRI_FLOAT ? (double)FLT_MAX : DBL_MAX;
        for (size_t i = 0; i < 100; i++)
            fill(&c, i, i % 2 ? most : -most, 0.5);
        cr_expect(c.hotspot->plain.apart(&c) == (double)INFINITY);
        for (size_t i = 0; i < 100; i++)
            fill(&c, i, most / 200, i % 2 ? 1 : -1);
        cr_expect(isfinite(c.hotspot->plain.apart(&c)));
        fill(&c, 7, (double)NAN, 1);
        cr_expect(c.hotspot->plain.apart(&c) == (double)INFINITY);
    }
}
