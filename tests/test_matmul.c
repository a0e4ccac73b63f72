/*
 * The product of matrices on every path and in every variant, against a second implementation; integers, which are exact;
 * sums that depend on order and rounding; and NaN, which must not spread to other elements.
 */
#include "laws.h"

#include <math.h>

enum { A, B, C };

/* ---- Matrices ---- */

static int64_t extent(const struct tri_case *c, const char *name)
{
    return tri_case_value(c, name).integer;
}

typedef double element_fn(size_t row, size_t col, size_t cols);

static void fill(struct tri_case *c, int operand, element_fn *element)
{
    size_t cols = (size_t)extent(c, operand == A ? "k" : "n");
    for (size_t i = 0; i < c->length[operand]; i++)
        set_value(c, operand, i, element(i / cols, i % cols, cols));
}

/* Small integers of either sign, without a pattern that tiles might share. */
static double integer(size_t row, size_t col, size_t cols)
{
    return (double)((row * 7919 + col * 104729 + row * col) % 23) - 11;
}

static double other_integer(size_t row, size_t col, size_t cols)
{
    return (double)((row * 31 + col * 17 + row * col * 13) % 19) - 9;
}

/* Full significands. */
static double fraction(size_t row, size_t col, size_t cols)
{
    return sin((double)(row * cols + col + 1));
}

/* A path of a variant, on which a law is to hold. */
struct who {
    const struct tri_hotspot *hotspot;
    const struct tri_variant *variant;
    enum tri_path path;
};

/* The product of two such matrices. */
static struct tri_case product(const struct who *w, const char *settings, element_fn *a,
                               element_fn *b)
{
    struct tri_case c = case_of_variant(w->hotspot, w->variant, settings);
    fill(&c, A, a);
    fill(&c, B, b);
    run_path(&c, w->path);
    return c;
}

/* ---- Integers ----
 *
 * Extents: beside, on and beyond the edges of tiles, panels and blocks. */
static const char *const shapes[] = {
    "m=1,n=1,k=1",      "m=2,n=2,k=2",     "m=7,n=7,k=7",       "m=1,n=37,k=53",   "m=41,n=1,k=9",
    "m=17,n=19,k=1",    "m=65,n=129,k=17", "m=101,n=101,k=101", "m=98,n=67,k=300", "m=128,n=64,k=8",
    "m=130,n=130,k=28", "m=131,n=65,k=13", "m=1153,n=70,k=4",   "m=70,n=1153,k=4",
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static struct who who_of(const struct row *r)
{
    return (struct who){ hotspot_of(r, "matmul"), r->variant, (enum tri_path)r->path };
}

static void for_shapes(const struct row *r, void (*law)(const struct who *, const char *settings))
{
    for (struct row of = *r; next_variant(&of, hotspot_of(r, "matmul"));) {
        struct who w = who_of(&of);
        for (int s = 0; s < SHAPES; s++)
            law(&w, shapes[s]);
    }
}

static void integers_are_exact(const struct who *w, const char *settings)
{
    case_auto_t c = product(w, settings, integer, other_integer);
    size_t n = (size_t)extent(&c, "n"), k = (size_t)extent(&c, "k");
    for (size_t i = 0; i < c.length[C]; i++) {
        int64_t sum = 0;
        for (size_t p = 0; p < k; p++)
            sum +=
                (int64_t)value_at(&c, A, i / n * k + p) * (int64_t)value_at(&c, B, p * n + i % n);
        cr_assert(value_at(&c, C, i) == (double)sum, "%s, %s: element %zu is %g, not %lld",
                  w->variant->name, settings, i, value_at(&c, C, i), (long long)sum);
    }
}

LAW_BY(matmul, integers_are_exact, for_shapes)

/* ---- Rounding: what one chain of fma gives, and no other way to add ----
 *
 * All of A is one row, all of B one column; u is half an ULP of one. */
static double run_chain(const struct who *w, int k, const double *a, const double *b)
{
    char settings[200];
    snprintf(settings, sizeof settings, "m=1,n=1,k=%d", k);
    case_auto_t c = case_of_variant(w->hotspot, w->variant, settings);
    for (int p = 0; p < k; p++) {
        set_value(&c, A, (size_t)p, a[p]);
        set_value(&c, B, (size_t)p, b[p]);
    }
    run_path(&c, w->path);
    return value_at(&c, C, 0);
}

static void check_chains(const struct row *r)
{
    const struct who own = who_of(r), *w = &own;
    const char *variant = w->variant->name;
    double u = w->hotspot->precision == TRI_FLOAT ? 0x1p-24 : 0x1p-53;
    double lost[] = { 1 / u, 1, -1 / u }, stays[] = { 1 / u, -1 / u, 1 }, ones[] = { 1, 1, 1 };
    cr_expect(run_chain(w, 3, lost, ones) == 0, "%s: 1 is not lost beside 1 / u", variant);
    cr_expect(run_chain(w, 3, stays, ones) == 1, "%s: 1 does not stay after the big ones", variant);
    /* -(1 + 4u), which is (1 + 2u)^2 rounded, and then the square itself: 4 u^2 is left. */
    double a[] = { -1, 1 + 2 * u }, b[] = { 1 + 4 * u, 1 + 2 * u };
    cr_expect(run_chain(w, 2, a, b) == 4 * u * u, "%s: not fused", variant);
    /* A product too small to be anything but -0 stays that; nothing that fills up adds 0 to it. */
    double tiny[] = { w->hotspot->precision == TRI_FLOAT ? 0x1p-100 : 0x1p-600 };
    double minus[] = { -tiny[0] };
    double sum = run_chain(w, 1, tiny, minus);
    cr_expect(sum == 0 && signbit(sum), "%s: %g, not -0", variant, sum);
}

LAW(matmul, check_chains)

/* ---- A second implementation, a chain of fma for each element ----
 *
 * Of numbers with full significands; and of special values: signed zeros, what underflows and overflows, infinities.  Of
 * a NaN only that it is one: which of several NaN a sum keeps, and its payload, is up to the units. */
static double small_or_huge(size_t i, double least, double huge)
{
    const double values[] = { 0,    -0.0,  least,    -3 * least, 1.25,       -3,
                              huge, -huge, 1 / huge, -1 / huge,  sqrt(least) };
    return values[i % (sizeof values / sizeof *values)];
}

static double special_double(size_t row, size_t col, size_t cols)
{
    size_t i = row * cols + col;
    return i % 97 == 96 ? (double)INFINITY
                        : small_or_huge(row * 7 + col * 3 + row * col, 0x1p-1074, 0x1.8p1000);
}

static double special_float(size_t row, size_t col, size_t cols)
{
    size_t i = row * cols + col;
    return i % 97 == 96
               ? (double)INFINITY
               : (double)(float)small_or_huge(row * 7 + col * 3 + row * col, 0x1p-149, 0x1.8p120);
}

static double chain_of(const struct who *w, const struct tri_case *c, size_t i)
{
    size_t n = (size_t)extent(c, "n"), k = (size_t)extent(c, "k");
    double sum = 0;
    for (size_t p = 0; p < k; p++) {
        double a = value_at(c, A, i / n * k + p), b = value_at(c, B, p * n + i % n);
        sum = w->hotspot->precision == TRI_FLOAT ? (double)fmaf((float)a, (float)b, (float)sum)
                                                 : fma(a, b, sum);
    }
    return sum;
}

/* Of two matrices with these elements. */
static void expect_chains(const struct who *w, const char *settings, element_fn *element)
{
    case_auto_t c = product(w, settings, element, element);
    for (size_t i = 0; i < c.length[C]; i++) {
        double is = value_at(&c, C, i), chain = chain_of(w, &c, i);
        cr_assert(isnan(chain) ? isnan(is) : is == chain && !signbit(is) == !signbit(chain),
                  "%s, %s: element %zu is %a, not %a", w->variant->name, settings, i, is, chain);
    }
}

static void elements_are_chains(const struct who *w, const char *settings)
{
    bool is_float = w->hotspot->precision == TRI_FLOAT;
    expect_chains(w, settings, fraction);
    expect_chains(w, settings, is_float ? special_float : special_double);
}

LAW_BY(matmul, elements_are_chains, for_shapes)

/* ---- Not a number: in a row of A, it is in that row of C and nowhere else; so for columns ---- */

static void nan_stays(const struct who *w, const char *settings, bool in_row)
{
    case_auto_t c = case_of_variant(w->hotspot, w->variant, settings);
    size_t m = (size_t)extent(&c, "m"), n = (size_t)extent(&c, "n"), k = (size_t)extent(&c, "k");
    size_t line = (in_row ? m : n) - 1;
    fill(&c, A, integer);
    fill(&c, B, integer);
    for (size_t p = 0; p < k; p++)
        set_value(&c, in_row ? A : B, in_row ? line * k + p : p * n + line, p % 2 ? INFINITY : NAN);
    run_path(&c, w->path);
    for (size_t i = 0; i < c.length[C]; i++)
        cr_assert(!isfinite(value_at(&c, C, i)) == ((in_row ? i / n : i % n) == line),
                  "%s, %s: element %zu is %g", w->variant->name, settings, i, value_at(&c, C, i));
}

static void nans_stay(const struct who *w, const char *settings)
{
    nan_stays(w, settings, true);
    nan_stays(w, settings, false);
}

LAW_BY(matmul, nans_stay, for_shapes)

/* ---- A contender that may differ, but only so much ---- */

static double two(const struct tri_case *c)
{
    return 2;
}

Test(contenders, owe_what_they_say)
{
    const struct tri_hotspot *h = tri_hotspot_named("matmul", TRI_DOUBLE);
    struct tri_case c = { .hotspot = h };
    static const struct {
        bool may_differ, bounded;
        double ulps;
        size_t integers;
        bool agrees;
    } rows[] = {
        { false, false, 1, 0, false }, { true, false, 1e9, 0, true },
        { true, true, 2, 0, true },    { true, true, 3, 0, false },
        { true, true, 0, 1, false },   { true, true, INFINITY, 0, false },
        { true, true, NAN, 0, false },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct tri_contender who = { .may_differ = rows[i].may_differ,
                                     .within = rows[i].bounded ? two : NULL };
        struct tri_difference d = {
            .points = 9, .different = 1, .integers = rows[i].integers, .max_ulps = rows[i].ulps
        };
        cr_expect(tri_contender_agrees(&who, &c, &d) == rows[i].agrees, "row %zu", i);
    }
}
