/* Running a part: at once, or in rounds of steps with an exchange of halos between them. */
#include "parts.h"

#include "measure.h"

/* Copies rows from the part next to this one, device to device: `from` and `to` count rows in the arrays of the
 * two. */
static void copy_rows(const struct tri_parts *p, size_t part, size_t next, ptrdiff_t to,
                      ptrdiff_t from, bool written)
{
    const struct tri_case *c = &p->part[part].c;
    size_t row =
        tri_operand_bytes(c, p->division->to) / (size_t)c->value[p->division->rows].integer;
    const struct tri_halo *here = &p->halo[part], *there = &p->halo[next];
    if (!tri_copy_between(written ? here->written : here->other, (size_t)to * row,
                          p->part[part].device, written ? there->written : there->other,
                          (size_t)from * row, p->part[next].device, (size_t)p->depth * row))
        p->failed[part] = !tri_fail(&p->error[part], TRI_FAILED,
                                    "path offload: a halo could not be copied from device %d to %d",
                                    p->part[next].device, p->part[part].device);
}

/* The halo's rows above are the last ones of the part above; those below the first of the part below. */
static void fill_halo(const struct tri_parts *p, size_t i, bool written)
{
    const struct tri_halo *halo = p->halo;
    const struct tri_part *part = p->part;
    if (i > 0)
        copy_rows(p, i, i - 1, 0, halo[i - 1].above + part[i - 1].rows - p->depth, written);
    if (i + 1 < p->n)
        copy_rows(p, i, i + 1, halo[i].above + part[i].rows, halo[i + 1].above, written);
}

/* Rounds go to and fro between what a step writes and the spare array, such that the last one ends in the former.
 * After the barrier all have taken their steps; and nobody takes what is copied here for the round after the
 * next before the next barrier. */
static void run_rounds(struct tri_parts *p, size_t i)
{
    const struct tri_division *d = p->division;
    const struct tri_case *c = &p->part[i].c;
    int64_t all = c->value[d->steps].integer, rounds = (all + p->depth - 1) / p->depth;
    struct tri_case round = *c;
    p->halo[i].seconds = 0;
    rounds = rounds > 0 ? rounds : 1;
    for (int64_t k = 0; k < rounds; k++) {
        int64_t left = all - k * p->depth;
        bool written = (rounds - k) % 2;
        round.value[d->steps].integer = left < p->depth ? left : p->depth;
        round.operand[d->to] = written ? c->operand[d->to] : p->halo[i].spare;
        round.variant->path[TRI_OFFLOAD](&round);
        if (k + 1 < rounds) {
            tri_parts_wait(p);
            double start = tri_now();
            fill_halo(p, i, written);
            p->halo[i].seconds += tri_now() - start;
        }
        round.operand[d->from] = round.operand[d->to];
    }
}

void tri_parts_run_one(struct tri_parts *p, size_t i)
{
    const struct tri_case *c = &p->part[i].c;
    if (p->depth > 0)
        run_rounds(p, i);
    else if (tri_parts_exchange_particles(p))
        tri_parts_run_particles(p, i);
    else
        c->variant->path[TRI_OFFLOAD](c);
    if (p->division->after)
        p->division->after(&p->part[i]);
}
