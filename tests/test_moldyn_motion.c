/* Molecular dynamics in motion: momentum and energy are conserved, time is reversible, a run can be continued. */
#include "moldyn.h"

#include <math.h>
#include <stdio.h>

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
    struct tri_case c = ran(r, "particles=1501,steps=20");
    check_sum(&c, START_VELOCITY, 0);
    check_sum(&c, FORCE, 64);
    check_sum(&c, VELOCITY, 64);
    tri_case_free(&c);
}

LAW(moldyn, momentum)

/* ---- The film, backwards ---- */

static void reversible(const struct row *r)
{
    struct tri_case c = ran(r, "particles=500,steps=50"), first = ran(r, "particles=500,steps=0");
    double moved = 0, apart = 0, length = edge(&c);
    for (size_t i = 0; i < 3 * particles(&c); i++) {
        double d = value_at(&c, POSITION, i) - value_at(&first, POSITION, i);
        moved = fmax(moved, fabs(d - length * round(d / length)));
    }
    go_on(&c, -1);
    run_path(&c, (enum tri_path)r->path);
    for (size_t i = 0; i < 3 * particles(&c); i++) {
        double d = value_at(&c, POSITION, i) - value_at(&first, POSITION, i);
        apart = fmax(apart, fabs(d - length * round(d / length)));
    }
    cr_expect(moved > 0.2, "nothing has moved further than %g", moved);
    cr_expect(apart < 2e4 * epsilon(&c), "%g off the start", apart);
    tri_case_free(&c);
    tri_case_free(&first);
}

LAW(moldyn, reversible)

/* ---- A run in parts is the whole run ----
 *
 * Velocities are whole at the end of each, so nothing is lost between. */

static void in_parts(const struct row *r)
{
    struct tri_case whole = ran(r, "particles=257,steps=9"), c = ran(r, "particles=257,steps=4");
    go_on(&c, 1);
    struct tri_error e;
    cr_assert(tri_case_set(&c, "steps=5", &e));
    run_path(&c, (enum tri_path)r->path);
    for (size_t i = 0; i < 3 * particles(&c); i++) {
        cr_assert(fabs(value_at(&c, POSITION, i) - value_at(&whole, POSITION, i)) <
                  100 * epsilon(&c) * edge(&c));
        cr_assert(fabs(value_at(&c, VELOCITY, i) - value_at(&whole, VELOCITY, i)) <
                  100 * epsilon(&c) * edge(&c));
    }
    tri_case_free(&whole);
    tri_case_free(&c);
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
    struct tri_case c = ran(&row, "particles=108,steps=100,dt=0.001,density=0.7");
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
    tri_case_free(&c);
}
