/*
 * The dot product: its order, written once more from the description; laws that need no second
 * implementation; and how close to the truth it is, which integers of 128 bits tell exactly.
 */
#include "laws.h"

#include "peers.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { A, B, PARTIAL, DOT };

/* ---- Cases ---- */

static struct tri_case case_for(const struct row *r, size_t n)
{
    char text[40];
    snprintf(text, sizeof text, "n=%zu", n);
    return case_on(r, "dot", text);
}

static double dot_of(struct tri_case *c, const struct row *r)
{
    run_path(c, (enum tri_path)r->path);
    return value_at(c, DOT, 0);
}

/* A number that a seed and an index give, from -limit to limit. */
static int64_t scattered(uint64_t seed, size_t i, int64_t limit)
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
 * left of a block is folded, and so are the sums of the blocks, dealt out to as many columns. */
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

ParameterizedTestParameters(dot, order)
{
    return all_paths();
}

ParameterizedTest(struct row *r, dot, order)
{
    for (size_t k = 0; k < SIZES; k++) {
        struct tri_case c = case_for(r, sizes[k]);
        double dot = dot_of(&c, r);
        cr_expect(dot == oracle(&c), "n=%zu: %a, not %a", sizes[k], dot, oracle(&c));
        tri_case_free(&c);
    }
}

/* ---- Exact where integers are ---- */

ParameterizedTestParameters(dot, integers)
{
    return all_paths();
}

ParameterizedTest(struct row *r, dot, integers)
{
    for (size_t k = 0; k < SIZES && sizes[k] < 5000000; k++) {
        struct tri_case c = case_for(r, sizes[k]);
        int64_t sum = 0;
        for (size_t i = 0; i < sizes[k]; i++) {
            int64_t a = scattered(1, i, 9), b = scattered(2, i, 9);
            sum += a * b;
            set_value(&c, A, i, (double)a);
            set_value(&c, B, i, (double)b);
        }
        double dot = dot_of(&c, r);
        cr_expect(dot == (double)sum, "n=%zu: %.17g, not %lld", sizes[k], dot, (long long)sum);
        tri_case_free(&c);
    }
}

/* The plain loop in float stops at 2^24. */
ParameterizedTestParameters(dot, counts_beyond_2_24)
{
    return all_paths();
}

ParameterizedTest(struct row *r, dot, counts_beyond_2_24, .disabled = INSTRUMENTED)
{
    enum { N = (1 << 24) + (1 << 14) };
    struct tri_case c = case_for(r, N);
    for (size_t i = 0; i < N; i++) {
        set_value(&c, A, i, 1);
        set_value(&c, B, i, 1);
    }
    cr_expect(dot_of(&c, r) == N, "%.17g", value_at(&c, DOT, 0));
    tri_case_free(&c);
}

/* ---- A unit vector picks the element ---- */

ParameterizedTestParameters(dot, unit_vectors)
{
    return all_paths();
}

ParameterizedTest(struct row *r, dot, unit_vectors)
{
    enum { N = 70001 };
    static const size_t ones[] = {
        0,    1,    31,   32,    33,    63,    64,    255,   256,   2047,  2048,  2049,  4095,
        4096, 4097, 8191, 16383, 16384, 16385, 32767, 32768, 32769, 65535, 65536, 69999, 70000,
    };
    struct tri_case c = case_for(r, N);
    memset(c.operand[B], 0, tri_operand_bytes(&c, B));
    for (size_t k = 0; k < sizeof ones / sizeof *ones; k++) {
        set_value(&c, B, ones[k], 1);
        double dot = dot_of(&c, r);
        cr_expect(dot == value_at(&c, A, ones[k]) && dot != 0, "%zu: %a, not %a", ones[k], dot,
                  value_at(&c, A, ones[k]));
        set_value(&c, B, ones[k], 0);
    }
    tri_case_free(&c);
}

/* ---- Symmetric; odd in each factor; never negative of a vector with itself ---- */

static void exchange(struct tri_case *c)
{
    void *a = c->operand[A];
    c->operand[A] = c->operand[B];
    c->operand[B] = a;
}

ParameterizedTestParameters(dot, symmetric)
{
    return all_paths();
}

ParameterizedTest(struct row *r, dot, symmetric)
{
    enum { N = 50021 };
    struct tri_case c = case_for(r, N);
    double dot = dot_of(&c, r);
    exchange(&c);
    cr_expect(dot_of(&c, r) == dot);
    for (size_t i = 0; i < N; i++)
        set_value(&c, A, i, -value_at(&c, A, i));
    cr_expect(dot_of(&c, r) == -dot && dot != 0);
    memcpy(c.operand[B], c.operand[A], tri_operand_bytes(&c, A));
    double square = dot_of(&c, r);
    cr_expect(square > N / 4 && square < N / 2, "%g: a third of N is to be expected", square);
    memset(c.operand[A], 0, tri_operand_bytes(&c, A));
    memset(c.operand[B], 0, tri_operand_bytes(&c, B));
    cr_expect(dot_of(&c, r) == 0 && !signbit(value_at(&c, DOT, 0)));
    tri_case_free(&c);
}

/* ---- What is not finite comes through, from wherever it is ---- */

ParameterizedTestParameters(dot, not_finite)
{
    return all_paths();
}

ParameterizedTest(struct row *r, dot, not_finite)
{
    enum { N = 40007 };
    static const size_t where[] = { 0, 100, 16385, 39999, N - 1 };
    struct tri_case c = case_for(r, N);
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
    tri_case_free(&c);
}

/* ---- The same bits on any number of threads, in any place, run after run ---- */

ParameterizedTestParameters(dot, any_number_of_threads)
{
    return all_paths();
}

ParameterizedTest(struct row *r, dot, any_number_of_threads)
{
    static const int threads[] = { 1, 2, 3, 7, 16 };
    static const size_t some[] = { 101, 32769, 300007, INSTRUMENTED ? 300008 : 5000011 };
    for (size_t k = 0; k < sizeof some / sizeof *some; k++) {
        struct tri_case c = case_for(r, some[k]);
        double dot = oracle(&c);
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            omp_set_num_threads(threads[t]);
            cr_expect(dot_of(&c, r) == dot, "n=%zu, %d threads", some[k], threads[t]);
        }
        tri_case_free(&c);
    }
}

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

ParameterizedTestParameters(dot, any_alignment)
{
    return all_paths();
}

ParameterizedTest(struct row *r, dot, any_alignment)
{
    for (size_t offset = 0; offset < 8; offset++) {
        struct tri_case c = case_for(r, 33333);
        double dot = oracle(&c);
        void *a = shift(&c, A, offset), *b = shift(&c, B, 7 - offset);
        cr_expect(dot_of(&c, r) == dot, "offset %zu", offset);
        c.operand[A] = a;
        c.operand[B] = b;
        tri_case_free(&c);
    }
}

/* ---- The error is below the bound that src/hotspots/dot.c states ---- */

__extension__ typedef __int128 exact;

ParameterizedTestParameters(dot, error_bound)
{
    return all_paths();
}

ParameterizedTest(struct row *r, dot, error_bound)
{
    bool narrow = r->precision == TRI_FLOAT;
    int64_t limit = ((int64_t)1 << (narrow ? 24 : 53)) - 1;
    double u = narrow ? 0x1p-24 : 0x1p-53;
    static const size_t some[] = { 1, 2, 101, 16385, INSTRUMENTED ? 16386 : 1000003 };
    for (size_t k = 0; k < sizeof some / sizeof *some; k++) {
        struct tri_case c = case_for(r, some[k]);
        exact sum = 0, magnitude = 0;
        for (size_t i = 0; i < some[k]; i++) {
            int64_t a = scattered(3, i, limit), b = scattered(4, i, limit);
            exact product = (exact)a * b;
            sum += product;
            magnitude += product < 0 ? -product : product;
            set_value(&c, A, i, (double)a);
            set_value(&c, B, i, (double)b);
        }
        double dot = dot_of(&c, r), n = (double)some[k];
        exact error = (exact)dot - sum;
        double bound = (83 + n / 0x1p22) * u * (double)magnitude;
        cr_expect(fabs((double)error) <= bound, "n=%zu: error %g, bound %g", some[k], (double)error,
                  bound);
        tri_case_free(&c);
    }
}

/* ---- Peers: the same bits, or at least as close as any order is ---- */

static void check_peer(const struct peer *p, struct tri_case *c, const struct tri_case *reference)
{
    static struct tri_measurement m;
    struct tri_error e = { 0 };
    struct tri_effort effort = { .reps = 1, .threads = 2 };
    double magnitude = 0, u = c->hotspot->precision == TRI_FLOAT ? 0x1p-24 : 0x1p-53;
    for (size_t i = 0; i < c->length[A]; i++)
        magnitude += fabs(value_at(c, A, i) * value_at(c, B, i));
    cr_assert(tri_measure(c, &p->contender, reference, &effort, &m, &e), "%s", e.text);
    double off = fabs(value_at(c, DOT, 0) - value_at(reference, DOT, 0));
    cr_expect(p->contender.may_differ ? off <= 2 * (double)c->length[A] * u * magnitude : off == 0,
              "%s, n=%zu: off by %g", p->contender.peer, c->length[A], off);
}

Test(dot, peers)
{
    static const size_t some[] = { 1, 101, 32769, 1000003 };
    struct tri_error e;
    for (int precision = 0; precision < TRI_PRECISIONS; precision++)
        for (size_t i = 0; i < peer_count(); i++) {
            const struct peer *p = peer_at(i, (enum tri_precision)precision);
            if (!p->hotspot || strcmp(p->hotspot, "dot") != 0 || !peer_available(p, &e))
                continue;
            for (size_t k = 0; k < sizeof some / sizeof *some; k++) {
                struct row r = { TRI_REFERENCE, precision };
                struct tri_case c = case_for(&r, some[k]), reference = case_for(&r, some[k]);
                run_path(&reference, TRI_REFERENCE);
                check_peer(p, &c, &reference);
                tri_case_free(&c);
                tri_case_free(&reference);
            }
        }
}

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
    struct tri_case c;
    struct tri_error e = { 0 };
    tri_case_init(&c, tri_hotspot_named("dot", TRI_FLOAT));
    cr_assert(tri_case_set(&c, "n=1000000000000", &e), "%s", e.text);
    cr_expect(!tri_case_allocate(&c, &e) && e.status == TRI_USAGE && strstr(e.text, "GB"), "%s",
              e.text);
}
