/*
 * The error of dot products, against exact results in 128-bit integers: of each path, of fictitious results close
 * to the bound, and of peers.
 */
#include "dot.h"
#include "peers.h"

#include <float.h>
#include <math.h>

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
            set_value(&c, A, i, (double)a);
            set_value(&c, B, i, (double)b);
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

static void fill(struct tri_case *c, size_t i, double a, double b)
{
    set_value(c, A, i, a);
    set_value(c, B, i, b);
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

/* ---- Peers: the same bits, or at least as close as any order is ---- */

static void check_peer(const struct tri_peer *p, struct tri_case *c,
                       const struct tri_case *reference)
{
    static struct tri_measurement m;
    struct tri_effort effort = { .reps = 1, .launch.threads = 2 };
    must(tri_measure(c, &p->contender, reference, &effort, &m, &failure));
    cr_expect(m.agrees && (p->contender.apart || m.difference.different == 0),
              "%s, n=%zu: off by %g", p->contender.peer, c->length[A], m.difference.largest);
    cr_expect(!p->contender.may_differ || p->contender.apart, "%s owes nothing", p->contender.peer);
}

Test(dot, peers)
{
    static const size_t some[] = { 1, 101, 32769, 1000003 };
    for (int precision = 0; precision < TRI_PRECISIONS; precision++)
        for (size_t i = 0; i < peer_count(); i++) {
            const struct tri_peer *p = peer_at(i, (enum tri_precision)precision);
            if (!p->hotspot || strcmp(p->hotspot, "dot") != 0 || !peer_available(p, &failure))
                continue;
            for (size_t k = 0; k < sizeof some / sizeof *some; k++) {
                struct row r = { .path = TRI_REFERENCE, .precision = precision };
                case_auto_t c = dot_case(&r, some[k]), reference = dot_case(&r, some[k]);
                run_path(&reference, TRI_REFERENCE);
                check_peer(p, &c, &reference);
            }
        }
}
