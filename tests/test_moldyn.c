/* Laws of molecular dynamics, and a second implementation: the forces between two particles are known; those of many are
 * summed here over all pairs and images, in long double and in any order.  In motion, momentum and energy are conserved,
 * time is reversible, a run can be continued. */
#include "moldyn.h"

#include <math.h>

static long double potential(long double r, long double c)
{
    return 4 * (powl(r, -12) - powl(r, -6)) +
           4 * (6 * powl(c, -12) - 3 * powl(c, -6)) * r * r / (c * c) - 28 * powl(c, -12) +
           16 * powl(c, -6);
}

/* Minus its derivative. */
static long double force(long double r, long double c)
{
    return 48 * powl(r, -13) - 24 * powl(r, -7) -
           8 * (6 * powl(c, -12) - 3 * powl(c, -6)) * r / (c * c);
}

static double distance(const struct tri_case *c, size_t i, size_t j, int axis)
{
    double d = value_at(c, START_POSITION, 3 * i + (size_t)axis) -
               value_at(c, START_POSITION, 3 * j + (size_t)axis);
    return d - edge(c) * round(d / edge(c));
}

/* Two particles, r apart in some direction, around a point where the cube may end. */
static void check_pair(struct tri_case *c, enum tri_path path, double r, double at)
{
    static const double direction[] = { 2. / 7, -3. / 7, 6. / 7 };
    for (size_t k = 0; k < 3; k++) {
        double length = edge(c), a = fmod(at + length, length);
        double b = fmod(at + r * direction[k] + length, length);
        set_value(c, START_POSITION, k, a);
        set_value(c, START_POSITION, 3 + k, b);
    }
    run_path(c, path);
    double cutoff = tri_case_value(c, "cutoff").real, r2 = 0, allowed = 60 * epsilon(c) * edge(c);
    for (int k = 0; k < 3; k++)
        r2 += distance(c, 0, 1, k) * distance(c, 0, 1, k);
    double exact = sqrt(r2), f = exact < cutoff ? (double)force(exact, cutoff) : 0;
    double v = exact < cutoff ? (double)potential(exact, cutoff) : 0;
    double steep = 1 + 700 * pow(exact, -14); /* what a rounded coordinate may do */
    for (int k = 0; k < 3; k++) {
        double mine = value_at(c, FORCE, (size_t)k), his = value_at(c, FORCE, 3 + (size_t)k);
        cr_expect(fabs(mine - f * distance(c, 0, 1, k) / exact) <= allowed * steep,
                  "at %g, r = %.17g: force %.17g, not %.17g", at, exact, mine,
                  f * distance(c, 0, 1, k) / exact);
        cr_expect(fabs(mine + his) <= allowed * steep, "%g and %g", mine, his);
    }
    cr_expect(fabs(2 * value_at(c, POTENTIAL, 0) - v) <= allowed * steep,
              "r = %.17g: potential %.17g, not %.17g", exact, 2 * value_at(c, POTENTIAL, 0), v);
    int32_t pairs = ((int32_t *)c->operand[PAIRS])[0];
    cr_expect(fabs(exact - cutoff) < allowed || pairs == (exact < cutoff), "%d pairs at %.17g",
              pairs, exact);
}

static void a_pair(const struct row *r)
{
    static const double places[] = { 5, 0.3, 0, 12.5, 4.2 };
    case_auto_t c = case_on(r, "moldyn", "particles=2,density=0.001,steps=0");
    for (double d = 0.85; d < 3; d += 0.049)
        for (size_t k = 0; k < sizeof places / sizeof *places; k++)
            check_pair(&c, (enum tri_path)r->path, d, places[k]);
    check_pair(&c, (enum tri_path)r->path, 2.499, 5);
    check_pair(&c, (enum tri_path)r->path, 2.501, 5);
}

LAW(moldyn, a_pair)

/* ---- A rough first look ----
 *
 * Paths may look for partners roughly, in float, as long as none is missed: a pair at the cut-off is
 * one to all or to nobody.  Coordinates, and so what roundings do, are large in a large cube.  Which it is
 * follows from the definition, computed here once more over all particles, without cells. */
static double rounded(const struct tri_case *c, double x)
{
    return c->hotspot->precision == TRI_FLOAT ? (double)(float)x : x;
}

static double fused(const struct tri_case *c, double a, double b, double d)
{
    return c->hotspot->precision == TRI_FLOAT ? (double)fmaf((float)a, (float)b, (float)d)
                                              : fma(a, b, d);
}

/* Along an axis: x, seen from the image that is nearest, minus y; two subtractions, each rounded. */
static double apart(const struct tri_case *c, size_t i, size_t j, size_t axis)
{
    double x = value_at(c, START_POSITION, 3 * i + axis), length = edge(c);
    double y = value_at(c, START_POSITION, 3 * j + axis);
    double shift = x - y > length / 2 ? length : x - y < -length / 2 ? -length : 0;
    return rounded(c, rounded(c, x - shift) - y);
}

static int32_t partners_of_first(const struct tri_case *c)
{
    double cutoff = tri_case_value(c, "cutoff").real, cutoff2 = rounded(c, cutoff * cutoff);
    int32_t near = 0;
    for (size_t j = 1; j < particles(c); j++) {
        double x = apart(c, 0, j, 0), y = apart(c, 0, j, 1), z = apart(c, 0, j, 2);
        near += fused(c, x, x, fused(c, y, y, rounded(c, z * z))) < cutoff2;
    }
    return near;
}

/* Where point n of a sequence that fills the cube evenly lies along an axis, from 0 to 1. */
static double spread(size_t n, size_t axis)
{
    static const double steps[] = { 0.8191725133961645, 0.6710436067037893, 0.5497004779019703 };
    return fmod((double)n * steps[axis], 1);
}

/* Of particle i's distance to an image of j, each component; returns its square. */
static long double to_image(const struct tri_case *c, size_t i, size_t j, int image,
                            long double d[3])
{
    long double r2 = 0;
    for (int k = 0; k < 3; k++, image /= 3) {
        d[k] = (long double)value_at(c, START_POSITION, 3 * i + (size_t)k) -
               (long double)value_at(c, START_POSITION, 3 * j + (size_t)k) -
               (image % 3 - 1) * (long double)edge(c);
        r2 += d[k] * d[k];
    }
    return r2;
}

/* The same by geometry: in long double, over all images, without the definition's roundings.  Adds to
 * *unsure those that coordinates of this precision cannot tell. */
static int32_t surely_near_first(const struct tri_case *c, int32_t *unsure)
{
    long double cutoff = tri_case_value(c, "cutoff").real, length = edge(c);
    long double margin = 8 * epsilon(c) * length;
    int32_t near = 0;
    for (size_t j = 1; j < particles(c); j++)
        for (int image = 0; image < 27; image++) {
            long double d[3], distance_there = sqrtl(to_image(c, 0, j, image, d));
            *unsure += fabsl(distance_there - cutoff) <= margin;
            near += distance_there < cutoff - margin;
        }
    return near;
}

static void place_at_cutoff(struct tri_case *c, size_t n)
{
    double length = edge(c), cutoff = tri_case_value(c, "cutoff").real * (1 - 1e-7), r2 = 0;
    for (size_t k = 0; k < 3; k++)
        r2 += pow(spread(n * n, k) - 0.5, 2);
    for (size_t k = 0; k < 3; k++) {
        double a = length * spread(n, k), b = a + cutoff * (spread(n * n, k) - 0.5) / sqrt(r2);
        set_value(c, START_POSITION, k, a);
        set_value(c, START_POSITION, 3 + k, fmod(b + length, length));
    }
}

static void none_is_missed(const struct row *r)
{
    case_auto_t c = case_on(r, "moldyn", "particles=2000,density=0.0001,steps=0");
    int32_t near = 0;
    for (size_t n = 1; n <= 100; n++) {
        place_at_cutoff(&c, n);
        run_path(&c, (enum tri_path)r->path);
        int32_t found = ((int32_t *)c.operand[PAIRS])[0], there = partners_of_first(&c);
        int32_t unsure = 0, sure = surely_near_first(&c, &unsure);
        cr_assert(found == there, "%s, place %zu: %d pairs, not %d", r->variant->name, n, found,
                  there);
        cr_assert(found >= sure && found <= sure + unsure, "place %zu: %d pairs, not %d to %d", n,
                  found, sure, sure + unsure);
        near += there;
    }
    cr_expect(near > 20 && near < 120, "%d are near", near);
}

LAW(moldyn, none_is_missed)

/* ---- Many: all pairs, all images ----
 *
 * A sum of n terms is off by up to n half units of its terms' sum; a term itself by what the
 * rounding of coordinates, of the size of the cube, does to r^-14 with r from 0.8 up. */
static void check_all_pairs(const struct tri_case *c)
{
    double cutoff = tri_case_value(c, "cutoff").real, length = edge(c), eps = epsilon(c);
    for (size_t i = 0; i < particles(c); i++) {
        long double sum[3] = { 0, 0, 0 }, size = 0, energy = 0;
        int32_t pairs = 0, unsure = 0;
        for (size_t j = 0; j < particles(c); j++)
            for (int image = 0; image < 27; image++) {
                long double d[3], r = sqrtl(to_image(c, i, j, image, d));
                if (fabsl(r - cutoff) < 8 * eps * length)
                    unsure++;
                if (r >= cutoff || r == 0)
                    continue;
                pairs++;
                energy += potential(r, cutoff) / 2;
                size += fabsl(force(r, cutoff)) + fabsl(potential(r, cutoff));
                for (int k = 0; k < 3; k++)
                    sum[k] += force(r, cutoff) * d[k] / r;
            }
        double allowed = eps * (double)size * (pairs + 60 * length) + eps * 60 * length;
        for (int k = 0; k < 3; k++)
            cr_assert(fabs(value_at(c, FORCE, 3 * i + (size_t)k) - (double)sum[k]) <= allowed,
                      "force %d on %zu: %.17g, not %.17g (+- %g)", k, i,
                      value_at(c, FORCE, 3 * i + (size_t)k), (double)sum[k], allowed);
        cr_assert(fabs(value_at(c, POTENTIAL, i) - (double)energy) <= allowed);
        int32_t counted = ((int32_t *)c->operand[PAIRS])[i];
        cr_assert(abs(counted - pairs) <= unsure, "%d pairs of %zu, not %d", counted, i, pairs);
    }
}

static void all_pairs(const struct row *r)
{
    static const char *const fluids[] = {
        "particles=1,steps=0",           "particles=2,steps=0",
        "particles=5,steps=0",           "particles=13,steps=0",
        "particles=50,steps=0",          "particles=99,steps=0,density=0.3",
        "particles=300,steps=0",         "particles=301,steps=0,disturbance=0.1,seed=7",
        "particles=80,steps=0,cutoff=4", "particles=200,steps=0,density=0.01",
    };
    for (size_t k = 0; k < sizeof fluids / sizeof *fluids; k++) {
        case_auto_t c = ran(r, fluids[k]);
        check_all_pairs(&c);
    }
}

LAW(moldyn, all_pairs)

/* ---- A perfect lattice pulls each way alike ---- */

static void lattice(const struct row *r)
{
    static const char *const lattices[] = {
        "particles=1,steps=0,disturbance=0",
        "particles=8,steps=0,disturbance=0,density=0.1",
        "particles=27,steps=0,disturbance=0",
        "particles=1000,steps=0,disturbance=0",
        "particles=1000,steps=0,disturbance=0,density=0.01,cutoff=7",
    };
    for (size_t k = 0; k < sizeof lattices / sizeof *lattices; k++) {
        case_auto_t c = ran(r, lattices[k]);
        double allowed = epsilon(&c) * 500 * (60 + 60 * edge(&c));
        for (size_t i = 0; i < 3 * particles(&c); i++)
            cr_assert(fabs(value_at(&c, FORCE, i)) <= allowed, "%s: %g at %zu", lattices[k],
                      value_at(&c, FORCE, i), i);
    }
}

LAW(moldyn, lattice)

/* ---- Where the cube begins, and who is who, matters to rounding alone ---- */

static void check_forces_alike(const struct tri_case *a, const struct tri_case *b,
                               const size_t *number_in_b)
{
    double allowed = epsilon(a) * 500 * (60 + 60 * edge(a));
    for (size_t i = 0; i < particles(a); i++)
        for (size_t k = 0; k < 3; k++) {
            double x = value_at(a, FORCE, 3 * i + k),
                   y = value_at(b, FORCE, 3 * number_in_b[i] + k);
            cr_assert(fabs(x - y) <= allowed, "force on %zu: %.17g and %.17g", i, x, y);
        }
}

static void relabelled_and_shifted(const struct row *r)
{
    enum { N = 733 };
    size_t to[N], same[N];
    case_auto_t c = ran(r, "particles=733,steps=0"), other = ran(r, "particles=733,steps=0");
    for (size_t i = 0; i < N; i++) {
        to[i] = (i * 100 + 17) % N; /* 733 is prime */
        same[i] = i;
        for (size_t k = 0; k < 3; k++)
            set_value(&other, START_POSITION, 3 * to[i] + k,
                      value_at(&c, START_POSITION, 3 * i + k));
    }
    run_path(&other, (enum tri_path)r->path);
    check_forces_alike(&c, &other, to);
    double cell = edge(&c) / floor(edge(&c) / 2.5025);
    for (size_t i = 0; i < 3 * N; i++)
        set_value(&other, START_POSITION, i,
                  fmod(value_at(&c, START_POSITION, i) + cell, edge(&c)));
    run_path(&other, (enum tri_path)r->path);
    check_forces_alike(&c, &other, same);
}

LAW(moldyn, relabelled_and_shifted)

/* ---- In motion ---- */

/* ---- Newton's third law, and Emmy Noether's momentum ----
 *
 * Nobody made the forces equal and opposite: they are computed twice, and rounded on both sides.  So
 * their sum is zero up to some roundings of what is summed: less than one was seen, a force of sixty
 * partners may have as many.  At the start it is zero. */
static void check_sum(const struct tri_case *c, int operand, double roundings)
{
    for (size_t k = 0; k < 3; k++) {
        double sum = 0, size = 0;
        for (size_t i = 0; i < particles(c); i++) {
            sum += value_at(c, operand, 3 * i + k);
            size += fabs(value_at(c, operand, 3 * i + k));
        }
        double allowed = roundings * epsilon(c) * size;
        cr_expect(fabs(sum) <= allowed, "component %zu of operand %d sums to %g, not +- %g", k,
                  operand, sum, allowed);
    }
}

static void momentum(const struct row *r)
{
    case_auto_t c = ran(r, "particles=1501,steps=20");
    check_sum(&c, START_VELOCITY, 0);
    check_sum(&c, FORCE, 64);
    check_sum(&c, VELOCITY, 64);
}

LAW(moldyn, momentum)

/* ---- The film, backwards ---- */

/* How far the furthest particle is from where it is in the other, along an axis. */
static double furthest(const struct tri_case *c, const struct tri_case *first)
{
    double most = 0, length = edge(c);
    for (size_t i = 0; i < 3 * particles(c); i++) {
        double d = value_at(c, POSITION, i) - value_at(first, POSITION, i);
        most = fmax(most, fabs(d - length * round(d / length)));
    }
    return most;
}

static void reversible(const struct row *r)
{
    case_auto_t c = ran(r, "particles=500,steps=50"), first = ran(r, "particles=500,steps=0");
    double moved = furthest(&c, &first);
    go_on(&c, -1);
    run_path(&c, (enum tri_path)r->path);
    cr_expect(moved > 0.2, "nothing has moved further than %g", moved);
    cr_expect(furthest(&c, &first) < 2e4 * epsilon(&c), "%g off the start", furthest(&c, &first));
}

LAW(moldyn, reversible)

/* ---- A run in parts is the whole run ----
 *
 * Velocities are whole at the end of each, so nothing is lost between. */

static void in_parts(const struct row *r)
{
    case_auto_t whole = ran(r, "particles=257,steps=9"), c = ran(r, "particles=257,steps=4");
    go_on(&c, 1);
    must(tri_case_set(&c, "steps=5", &failure));
    run_path(&c, (enum tri_path)r->path);
    for (size_t i = 0; i < 3 * particles(&c); i++) {
        cr_assert(fabs(value_at(&c, POSITION, i) - value_at(&whole, POSITION, i)) <
                  100 * epsilon(&c) * edge(&c));
        cr_assert(fabs(value_at(&c, VELOCITY, i) - value_at(&whole, VELOCITY, i)) <
                  100 * epsilon(&c) * edge(&c));
    }
}

LAW(moldyn, in_parts)

/* ---- Energy is kept ----
 *
 * Ten thousand steps in hundred runs of hundred.  Velocity Verlet keeps a neighbour of the energy,
 * so that the energy itself swings a little with each step; what may not be is that it goes
 * anywhere: the means over the first and over the last thousand steps are compared. */
static double energy(const struct tri_case *c)
{
    double sum = 0;
    for (size_t i = 0; i < particles(c); i++) {
        sum += value_at(c, POTENTIAL, i);
        for (size_t k = 0; k < 3; k++)
            sum += value_at(c, VELOCITY, 3 * i + k) * value_at(c, VELOCITY, 3 * i + k) / 2;
    }
    return sum;
}

Test(moldyn, energy_is_kept)
{
    enum { RUNS = INSTRUMENTED ? 4 : 100, PART = RUNS / 10 ? RUNS / 10 : 1 };
    struct row row = { .path = TRI_SIMD, .precision = TRI_DOUBLE };
    row.variant = tri_variant_last(hotspot_of(&row, "moldyn")); /* all have the same bits */
    case_auto_t c = ran(&row, "particles=108,steps=100,dt=0.001,density=0.7");
    double first = 0, last = 0, least = INFINITY, most = -INFINITY;
    for (int run = 0; run < RUNS; run++) {
        double e = energy(&c);
        first += run < PART ? e / PART : 0;
        last += run >= RUNS - PART ? e / PART : 0;
        least = fmin(least, e);
        most = fmax(most, e);
        go_on(&c, 1);
        run_path(&c, TRI_SIMD);
    }
    printf("moldyn: %d steps, energy %.10g, drift %.2e, swing %.2e of it\n", 100 * RUNS, first,
           fabs(last - first) / fabs(first), (most - least) / fabs(first));
    cr_expect(fabs(last - first) < 1e-5 * fabs(first), "from %.17g to %.17g", first, last);
}
