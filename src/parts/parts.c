/* Dividing a case into parts. */
#include "parts.h"

#include "case.h"
#include "measure.h"

#include <stdlib.h>
#include <string.h>

/* ---- Rows ---- */

static ptrdiff_t rows_of(const struct tri_case *c, const struct tri_division *d)
{
    return (ptrdiff_t)c->value[d->rows].integer;
}

/* The number of what is divided: rows, or layers of cells. */
static ptrdiff_t total_of(const struct tri_case *c, const struct tri_division *d)
{
    return d->how == TRI_SLABS ? d->exchange->layers(c) : rows_of(c, d);
}

static bool is_divided(const struct tri_division *d, int operand)
{
    return operand < TRI_MAX_OPERANDS && d->divided[operand];
}

/* The first row of part i of n; for i = n, the row after the last. */
static ptrdiff_t first_of_band(const struct tri_division *d, ptrdiff_t rows, size_t i, size_t n)
{
    ptrdiff_t unit = d->unit ? d->unit : 1, units = (rows + unit - 1) / unit;
    ptrdiff_t each = units / (ptrdiff_t)n, more = units % (ptrdiff_t)n;
    ptrdiff_t before = each * (ptrdiff_t)i + ((ptrdiff_t)i < more ? (ptrdiff_t)i : more);
    return before * unit < rows ? before * unit : rows;
}

/* The rows of a halo are computed twice, by both neighbours, so a deep halo costs that share of the rows.  A shallow one
 * costs an exchange, a barrier and a launch every few steps: tens of microseconds.  (For 8192 rows of 16384 points, at 64 us
 * a step and 60 us an exchange, the best depth is about 90: docs/scale.md.)  It may be no deeper than the smallest band,
 * which has to fill its neighbours' halos by itself, nor need it be deeper than there are steps. */
static ptrdiff_t depth_for(const struct tri_case *c, const struct tri_division *d,
                           const struct tri_placement *p)
{
    if (!d->stencil || p->n == 1)
        return 0;
    ptrdiff_t flattest = rows_of(c, d) / (ptrdiff_t)p->n, asked = p->halo_rows;
    ptrdiff_t steps = (ptrdiff_t)c->value[d->steps].integer;
    asked = asked ? asked : TRI_USUAL_HALO_ROWS;
    asked = asked < flattest ? asked : flattest;
    return asked <= steps || steps < 1 ? asked : steps;
}

bool tri_parts_possible(const struct tri_case *c, const struct tri_division *d, size_t n,
                        const char *of, struct tri_error *e)
{
    ptrdiff_t unit = d->unit ? d->unit : 1, units = (total_of(c, d) + unit - 1) / unit;
    if ((ptrdiff_t)n <= units)
        return true;
    return tri_fail(e, TRI_FAILED, "too little to divide: %s=%td is enough for %td of %zu %s",
                    c->hotspot->params[d->rows].name, rows_of(c, d), units, n, of);
}

/* ---- A part ---- */

/* Whether all parts use the whole's array: one that is not divided and only read. */
static bool is_shared(const struct tri_case *c, const struct tri_division *d, int o)
{
    return o < TRI_MAX_OPERANDS && !is_divided(d, o) && c->operand[o] &&
           tri_operand_role(c, o) == TRI_IN;
}

static void bind(struct tri_case *part, int o, void *memory)
{
    part->operand[o] = memory;
    part->bound[o] = tri_operand_bytes(part, o);
}

/* A part that uses the whole's rows from `low` on, in place. */
static bool make_band(const struct tri_case *c, const struct tri_division *d, ptrdiff_t low,
                      ptrdiff_t rows, struct tri_case *part, struct tri_error *e)
{
    part->value[d->rows].integer = rows;
    if (!tri_case_set_lengths(part, e))
        return false;
    for (int o = 0; o < TRI_MAX_OPERANDS; o++)
        if (c->operand[o] && is_divided(d, o))
            bind(part, o,
                 (char *)c->operand[o] +
                     (size_t)low * (tri_operand_bytes(c, o) / (size_t)rows_of(c, d)));
    return true;
}

/* Rows that are distributed cyclically are contiguous in a part's own memory. */
static void make_cyclic(const struct tri_case *c, const struct tri_division *d,
                        const struct tri_part *p, size_t n, struct tri_case *part)
{
    part->rows = (struct tri_rows){ p->first, (ptrdiff_t)n, p->rows };
    for (int o = 0; o < TRI_MAX_OPERANDS; o++)
        if (is_divided(d, o))
            part->length[o] = c->length[o] / (size_t)rows_of(c, d) * (size_t)p->rows;
}

/* A particle may come to any slab, so all arrays are as long as the whole's.  If there is one part, it has all layers. */
static void make_slab(const struct tri_part *p, size_t n, struct tri_case *part)
{
    if (n > 1)
        part->rows = (struct tri_rows){ p->first, 1, p->rows };
}

static bool make_part(struct tri_parts *p, const struct tri_case *c, size_t i, struct tri_error *e)
{
    const struct tri_division *d = p->division;
    struct tri_part *part = &p->part[i];
    ptrdiff_t rows = total_of(c, d), n = (ptrdiff_t)p->n;
    part->c = *c;
    memset(part->c.operand, 0, sizeof part->c.operand);
    memset(part->c.bound, 0, sizeof part->c.bound);
    part->c.ran_on = NULL;
    part->first = d->how == TRI_CYCLIC ? (ptrdiff_t)i : first_of_band(d, rows, i, p->n);
    part->rows = d->how == TRI_CYCLIC ? (rows - part->first + n - 1) / n
                                      : first_of_band(d, rows, i + 1, p->n) - part->first;
    ptrdiff_t low = part->first > p->depth ? part->first - p->depth : 0;
    ptrdiff_t end = part->first + part->rows + p->depth;
    p->halo[i].above = part->first - low;
    if (d->how == TRI_CYCLIC)
        make_cyclic(c, d, part, p->n, &part->c);
    else if (d->how == TRI_SLABS)
        make_slab(part, p->n, &part->c);
    else if (!make_band(c, d, low, (end < rows ? end : rows) - low, &part->c, e))
        return false;
    for (int o = 0; o < TRI_MAX_OPERANDS; o++)
        if (is_shared(c, d, o))
            bind(&part->c, o, c->operand[o]);
    return true;
}

/* ---- Its memory ---- */

static bool is_here(const struct tri_parts *p, size_t i)
{
    return i >= p->placement.first && i - p->placement.first < p->placement.here;
}

size_t tri_part_row_bytes(const struct tri_parts *p, size_t i, int operand)
{
    const struct tri_part *part = &p->part[i];
    ptrdiff_t held = p->division->how == TRI_CYCLIC ? part->rows : rows_of(&part->c, p->division);
    return tri_operand_bytes(&part->c, operand) / (size_t)held;
}

static bool allocate_part(struct tri_parts *p, const struct tri_case *c, size_t i,
                          struct tri_error *e)
{
    struct tri_case *part = &p->part[i].c;
    struct tri_halo *halo = &p->halo[i];
    size_t bytes = p->depth > 0 ? tri_operand_bytes(part, p->division->to) : 0;
    bool second = bytes > 0 && tri_parts_may_stop(c, p->division);
    if ((bytes > 0 && posix_memalign(&halo->spare, TRI_ALIGNMENT, bytes) != 0) ||
        (second && posix_memalign(&halo->second, TRI_ALIGNMENT, bytes) != 0))
        return tri_fail(e, TRI_FAILED, "out of memory");
    if (!tri_case_allocate_unbound(part, e))
        return false;
    if (c->ran_on)
        *part->ran_on = *c->ran_on;
    return true;
}

/* For a part in another process, on the rank that has the whole: memory for results that have no place in the whole. */
static bool allocate_for_results(struct tri_parts *p, size_t i, struct tri_error *e)
{
    const struct tri_division *d = p->division;
    struct tri_case *part = &p->part[i].c;
    bool good = true;
    for (int o = 0; good && o < TRI_SLOTS; o++) {
        bool cyclic = d->how == TRI_CYCLIC && is_divided(d, o) && tri_operand_is_written(part, o);
        if (tri_operand_in(part, o) && !part->bound[o] && (tri_is_joined(p, o) || cyclic))
            good =
                posix_memalign(&part->operand[o], TRI_ALIGNMENT, tri_operand_bytes(part, o)) == 0;
    }
    return good || tri_fail(e, TRI_FAILED, "out of memory");
}

static bool give_memory(struct tri_parts *p, const struct tri_case *c, size_t i,
                        struct tri_error *e)
{
    if (is_here(p, i))
        return allocate_part(p, c, i, e);
    return !is_here(p, 0) || allocate_for_results(p, i, e);
}

/* ---- All of them ---- */

size_t tri_parts_most_neighbours(const struct tri_parts *p)
{
    return tri_parts_exchange_particles(p) ? p->n - 1 : 2;
}

static struct tri_parts *new_parts(const struct tri_division *d,
                                   const struct tri_placement *placement)
{
    size_t n = placement->n;
    struct tri_parts *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    *p = (struct tri_parts){ .division = d, .placement = *placement, .n = n };
    p->placement.device = NULL;
    p->part = calloc(n, sizeof *p->part);
    p->halo = calloc(n, sizeof *p->halo);
    p->buffers = calloc(n, sizeof *p->buffers);
    if (placement->here > 1)
        p->windows = tri_windows_new(n, tri_parts_most_neighbours(p));
    p->gathered[0] = calloc(n, sizeof *p->gathered[0]);
    p->gathered[1] = calloc(n, sizeof *p->gathered[1]);
    p->turn = calloc(n, sizeof *p->turn);
    p->error = calloc(n, sizeof *p->error);
    p->failed = calloc(n, sizeof *p->failed);
    p->joined = calloc(n, sizeof *p->joined);
    if (p->part && p->halo && p->buffers && (p->windows || placement->here == 1) &&
        p->gathered[0] && p->gathered[1] && p->turn && p->error && p->failed && p->joined)
        return p;
    tri_parts_free(p);
    return NULL;
}

struct tri_parts *tri_parts_new(const struct tri_case *c, const struct tri_placement *placement,
                                struct tri_error *e)
{
    const struct tri_division *d = c->variant->division;
    if (!tri_parts_possible(c, d, placement->n, "parts", e))
        return NULL;
    struct tri_parts *p = new_parts(d, placement);
    bool good = p || tri_fail(e, TRI_FAILED, "out of memory");
    if (good)
        p->depth = depth_for(c, d, placement);
    for (size_t i = 0; good && i < placement->n; i++) {
        if (is_here(p, i))
            p->part[i].device = placement->device[i - placement->first];
        good = make_part(p, c, i, e) && give_memory(p, c, i, e);
    }
    if (good && tri_thread_pool_start(p, e))
        return p;
    tri_parts_free(p);
    return NULL;
}

void tri_parts_free(struct tri_parts *p)
{
    if (!p)
        return;
    tri_thread_pool_stop(p);
    for (size_t i = 0; p->part && i < p->n; i++)
        tri_case_free(&p->part[i].c);
    for (size_t i = 0; p->halo && i < p->n; i++)
        free(p->halo[i].spare), free(p->halo[i].second);
    free(p->part);
    free(p->halo);
    free(p->buffers);
    tri_windows_free(p->windows);
    free(p->gathered[0]);
    free(p->gathered[1]);
    free(p->turn);
    free(p->error);
    free(p->failed);
    free(p->joined);
    free(p);
}
