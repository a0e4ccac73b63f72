/*
 * A stencil that stops when no point of the whole changes by more than a tolerance: all parts after the same step.
 *
 * Comparing the largest changes of all parts after each step would cost as much as deep halos save.  But new values are
 * averages, so changes are averages of the changes in the step before: except for rounding, the largest change never grows.
 * If at the end of a round it is far enough above the tolerance, no step of that round was the last.  If not, the
 * round is repeated from its beginning, step by step, and so are all rounds after it.
 */
#include "parts.h"

#include "measure.h"

struct run {
    struct tri_parts *parts;
    size_t i;
    struct tri_case now; /* the part, without a tolerance */
    void *at;            /* the values after `taken` steps */
    int64_t taken;
    double tolerance, rounding;
};

bool tri_parts_may_stop(const struct tri_case *c, const struct tri_division *d)
{
    return d->stop && d->stop->tolerance(c) > 0;
}

static const struct tri_part *part_of(const struct run *r)
{
    return &r->parts->part[r->i];
}

static struct tri_halo *halo_of(const struct run *r)
{
    return &r->parts->halo[r->i];
}

/* The one of the three arrays that is neither of these. */
static void *array_but(const struct run *r, const void *a, const void *b)
{
    void *const array[] = { part_of(r)->c.operand[r->parts->division->to], halo_of(r)->spare,
                            halo_of(r)->second };
    size_t k = 0;
    while (array[k] == a || array[k] == b)
        k++;
    return array[k];
}

static void take(struct run *r, void *from, void *to, int64_t steps)
{
    const struct tri_division *d = r->parts->division;
    r->now.operand[d->from] = from;
    r->now.operand[d->to] = to;
    r->now.value[d->steps].integer = steps;
    r->now.variant->path[r->parts->placement.path](&r->now);
}

static double largest_of_all(struct run *r, double own)
{
    struct tri_parts *p = r->parts;
    const union tri_contribution *all =
        p->placement.transport->allgather(p, r->i, (union tri_contribution){ .largest = own });
    double largest = all[0].largest;
    for (size_t k = 1; k < p->n; k++)
        if (!(all[k].largest <= largest))
            largest = all[k].largest;
    return largest;
}

static double change(struct run *r, const void *before, const void *after)
{
    const struct tri_stop *stop = r->parts->division->stop;
    return largest_of_all(r, stop->change(part_of(r), halo_of(r)->above, before, after));
}

/* Takes a round; returns false, with nothing changed, if one of its steps may have been the last. */
static bool take_round(struct run *r, int64_t steps)
{
    void *before = steps > 1 ? array_but(r, r->at, NULL) : r->at;
    void *after = array_but(r, r->at, before);
    if (steps > 1)
        take(r, r->at, before, steps - 1);
    take(r, before, after, 1);
    if (!(change(r, before, after) - (double)(steps + 1) * r->rounding > r->tolerance))
        return false;
    r->at = after;
    r->taken += steps;
    return true;
}

/* Takes these steps one by one; returns whether the run continues after them. */
static bool take_singly(struct run *r, int64_t steps)
{
    bool moving = true;
    for (int64_t k = 0; moving && k < steps; k++) {
        void *after = array_but(r, r->at, NULL);
        take(r, r->at, after, 1);
        moving = change(r, r->at, after) > r->tolerance;
        r->at = after;
        r->taken++;
    }
    return moving;
}

/* The address where the path computes. */
static void *there(const struct run *r, const void *array)
{
    const struct tri_halo *halo = halo_of(r);
    return array == halo->spare ? halo->other : array == halo->second ? halo->third : halo->written;
}

static void exchange(struct run *r)
{
    double start = tri_now();
    tri_parts_fill_halo(r->parts, r->i, there(r, r->at));
    halo_of(r)->seconds += tri_now() - start;
}

static void take_all(struct run *r, int64_t all)
{
    bool moving = true, singly = false;
    for (int64_t left; moving && (left = all - r->taken) > 0;) {
        int64_t steps = left < r->parts->depth ? left : r->parts->depth;
        if (r->taken > 0)
            exchange(r);
        singly = singly || !take_round(r, steps);
        if (singly)
            moving = take_singly(r, steps);
    }
}

void tri_parts_run_until(struct tri_parts *p, size_t i)
{
    const struct tri_division *d = p->division;
    const struct tri_stop *stop = d->stop;
    const struct tri_case *c = &p->part[i].c;
    struct run r = { .parts = p, .i = i, .now = *c, .at = c->operand[d->from] };
    r.tolerance = stop->tolerance(c);
    r.now.value[stop->param].real = 0;
    p->halo[i].seconds = 0;
    r.rounding =
        stop->rounding(largest_of_all(&r, stop->size(&p->part[i], p->halo[i].above, r.at)));
    take_all(&r, c->value[d->steps].integer);
    if (r.at != c->operand[d->to])
        take(&r, r.at, c->operand[d->to], 0);
    p->part[i].steps = r.taken;
}
