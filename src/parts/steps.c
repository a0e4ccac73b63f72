/* Running a part: all steps at once, or in rounds of steps with an exchange of halos between them. */
#include "parts.h"

#include "measure.h"

/* The halo above: receives the last rows of the part above, and sends it this part's first rows. */
static struct tri_neighbour neighbour_above(const struct tri_parts *p, size_t i, size_t row,
                                            void *array)
{
    size_t bytes = (size_t)p->depth * row;
    return (struct tri_neighbour){ .part = i - 1,
                                   .send = array,
                                   .receive = array,
                                   .send_at = (size_t)p->halo[i].above * row,
                                   .receive_at = 0,
                                   .send_bytes = bytes,
                                   .receive_bytes = bytes };
}

/* The halo below: receives the first rows of the part below, and sends it this part's last rows. */
static struct tri_neighbour neighbour_below(const struct tri_parts *p, size_t i, size_t row,
                                            void *array)
{
    size_t end = (size_t)(p->halo[i].above + p->part[i].rows) * row, bytes = (size_t)p->depth * row;
    return (struct tri_neighbour){ .part = i + 1,
                                   .send = array,
                                   .receive = array,
                                   .send_at = end - bytes,
                                   .receive_at = end,
                                   .send_bytes = bytes,
                                   .receive_bytes = bytes };
}

void tri_parts_fill_halo(struct tri_parts *p, size_t i, void *array)
{
    const struct tri_case *c = &p->part[i].c;
    size_t row =
               tri_operand_bytes(c, p->division->to) / (size_t)c->value[p->division->rows].integer,
           n = 0;
    struct tri_neighbour neighbour[2];
    if (i > 0)
        neighbour[n++] = neighbour_above(p, i, row, array);
    if (i + 1 < p->n)
        neighbour[n++] = neighbour_below(p, i, row, array);
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
