/* Running a part: all steps at once, or in rounds of steps with an exchange of halos between them. */
#include "parts.h"

#include "measure.h"

/* The neighbour gets this part's first or last rows, and this part's halo gets the neighbour's. */
void tri_parts_fill_halo(struct tri_parts *p, size_t i, void *array)
{
    size_t row = tri_part_row_bytes(p, i, p->division->to), halo = (size_t)p->depth * row, n = 0;
    size_t first = (size_t)p->halo[i].above * row, end = first + (size_t)p->part[i].rows * row;
    struct tri_neighbour neighbour[2];
    if (i > 0)
        neighbour[n++] = (struct tri_neighbour){ i - 1, array, array, first, 0, halo, halo };
    if (i + 1 < p->n)
        neighbour[n++] = (struct tri_neighbour){ i + 1, array, array, end - halo, end, halo, halo };
    p->placement.transport->neighbour_exchange(p, i, neighbour, n);
}

/* Rounds alternate between what a step writes and the spare array, such that the last one writes the former.  What is sent
 * after a round is not overwritten before the next exchange. */
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
        round.variant->path[p->placement.path](&round);
        if (k + 1 < rounds) {
            double start = tri_now();
            tri_parts_fill_halo(p, i, written ? p->halo[i].written : p->halo[i].other);
            p->halo[i].seconds += tri_now() - start;
        }
        round.operand[d->from] = round.operand[d->to];
    }
}

void tri_parts_run_one(struct tri_parts *p, size_t i)
{
    const struct tri_case *c = &p->part[i].c;
    if (p->depth > 0 && tri_parts_may_stop(c, p->division))
        tri_parts_run_until(p, i);
    else if (p->depth > 0)
        run_rounds(p, i);
    else if (tri_parts_exchange_particles(p))
        tri_parts_run_particles(p, i);
    else
        c->variant->path[p->placement.path](c);
    if (p->placement.path == TRI_OFFLOAD)
        tri_joined_fetch(p, i);
}
