/*
 * Molecular dynamics on the CPU: steps by clusters of lanes, for all its variants.
 *
 * Particles are sorted by cell, in parallel, and each coordinate has an array of its own, so that loads are
 * contiguous.  Threads take rows of cells (dynamic schedule): they compute forces and move a particle while
 * its data are in the cache.
 */
#include "moldyn_clusters.h"

/* The last block may extend beyond the end: what is there is tested, but never listed. */
static struct sorted sorted(struct fluid f, const struct state *s)
{
    ptrdiff_t n = f.particles + BLOCK;
    real *x = s->sorted;
    float *near = (float *)(PRECISION == TRI_FLOAT ? x : x + 3 * n);
    return (struct sorted){ x, x + n, x + 2 * n, near, near + n, near + 2 * n };
}

/* Lists all particles.  In a slab, whose steps are runs of their own, other processes have moved some since the last one. */
static void begin_all(struct fluid f, const struct state *s)
{
    struct sorted at = sorted(f, s);
    #pragma omp parallel for
    for (int32_t i = 0; i < f.particles; i++)
        push_particle(f, s, i,
                      f.slab.first_step == 0 ? begin_of(f, s, i) : vector_at(s->position, i));
    for (int32_t k = f.particles; k < f.particles + BLOCK; k++)
        at.near_x[k] = at.near_y[k] = at.near_z[k] = 0;
}

static void sort(struct fluid f, const struct state *s, struct sorted at)
{
    int32_t cells = padded_cells(f), *cell_offset = s->cell_offset;
    cell_offset[0] = 0;
    for (int32_t c = 0; c < cells; c++)
        cell_offset[c + 1] = cell_offset[c] + s->lists[c].count;
    #pragma omp parallel for
    for (int32_t c = 0; c < cells; c++)
        for (int32_t k = cell_offset[c], end = sort_cell(s, c, k); k < end; k++) {
            struct vector x = vector_at(s->position, s->order[k]);
            at.near_x[k] = (float)(at.x[k] = x.x);
            at.near_y[k] = (float)(at.y[k] = x.y);
            at.near_z[k] = (float)(at.z[k] = x.z);
        }
}

static void gather(int lanes, struct sorted at, int32_t k, int32_t n, struct cluster *g)
{
    *g = (struct cluster){ .size = n < lanes ? n : lanes };
    for (int i = 0; i < lanes; i++) {
        int32_t from = k + (i < n ? i : 0);
        g->at.x[i] = at.x[from];
        g->at.y[i] = at.y[from];
        g->at.z[i] = at.z[from];
    }
}

static void see_from(int lanes, struct cluster *g, struct vector shift)
{
    for (int i = 0; i < lanes; i++) {
        g->near.x[i] = (float)(g->seen.x[i] = g->at.x[i] - shift.x);
        g->near.y[i] = (float)(g->seen.y[i] = g->at.y[i] - shift.y);
        g->near.z[i] = (float)(g->seen.z[i] = g->at.z[i] - shift.z);
    }
}

/* sorted: all candidates, without a list. */
void around_directly(const struct kernels *by, bool last, const struct fluid *f,
                     const int32_t *cell_offset, const struct sorted *at, struct cell c,
                     struct cluster *g)
{
    for (int32_t z = c.z - 1; z <= c.z + 1; z++)
        for (int32_t y = c.y - 1; y <= c.y + 1; y++)
            for (int32_t piece = -(c.x == 0); piece <= (c.x == f->edge_cells - 1); piece++) {
                struct run r = run(*f, cell_offset, c.x, y, z, piece);
                see_from(by->lanes, g, r.shift);
                by->add_all(last, f, g, at, r.first, r.end);
            }
}

/* first-look: a list for each run.  (Lists are aligned to a cache line, and so stack frames are, too: no
 * vector that `find` keeps on the stack straddles two lines; see src/hotspots/moldyn/notes.md.) */
void around_by_lists(const struct kernels *by, bool last, const struct fluid *f,
                     const int32_t *cell_offset, const struct sorted *at, struct cell c,
                     struct cluster *g)
{
    _Alignas(LINE) int32_t list[PART + BLOCK];
    for (int32_t z = c.z - 1; z <= c.z + 1; z++)
        for (int32_t y = c.y - 1; y <= c.y + 1; y++)
            for (int32_t piece = -(c.x == 0); piece <= (c.x == f->edge_cells - 1); piece++) {
                struct run r = run(*f, cell_offset, c.x, y, z, piece);
                see_from(by->lanes, g, r.shift);
                for (int32_t k = r.first; k < r.end; k += PART) {
                    int32_t end = r.end - k < PART ? r.end : k + PART;
                    by->add(last, f, g, at, list, by->find(f->reach2, g, at, k, end, list));
                }
            }
}

/* tuned: one list for consecutive runs of the same image; for a cell that is not at the cube's faces these
 * are all nine. */
void around_by_one_list(const struct kernels *by, bool last, const struct fluid *f,
                        const int32_t *cell_offset, const struct sorted *at, struct cell c,
                        struct cluster *g)
{
    _Alignas(LINE) int32_t list[LISTED];
    int32_t n = 0;
    struct vector shift = { 0, 0, 0 };
    see_from(by->lanes, g, shift);
    for (int32_t z = c.z - 1; z <= c.z + 1; z++)
        for (int32_t y = c.y - 1; y <= c.y + 1; y++)
            for (int32_t piece = -(c.x == 0); piece <= (c.x == f->edge_cells - 1); piece++) {
                struct run r = run(*f, cell_offset, c.x, y, z, piece);
                bool moved = square(minus(r.shift, shift)) > 0;
                for (int32_t k = r.first; k < r.end; k += PART, moved = false) {
                    if (moved || n + PART + BLOCK > LISTED) {
                        by->add(last, f, g, at, list, n);
                        n = 0;
                    }
                    if (moved)
                        see_from(by->lanes, g, shift = r.shift);
                    n += by->find(f->reach2, g, at, k, r.end - k < PART ? r.end : k + PART,
                                  list + n);
                }
            }
    by->add(last, f, g, at, list, n);
}

static void step_cell(around_fn *add_around, const struct kernels *by, struct fluid f,
                      const struct state *s, int32_t step, struct cell c)
{
    struct sorted at = sorted(f, s);
    const int32_t *cell_offset = s->cell_offset, *here = cell_offset + padded_number(f, c);
    for (int32_t k = here[0]; k < here[1]; k += by->lanes) {
        struct cluster g;
        gather(by->lanes, at, k, here[1] - k, &g);
        add_around(by, step == f.steps, &f, cell_offset, &at, c, &g);
        for (int i = 0; i < g.size; i++) {
            struct vector x = { g.at.x[i], g.at.y[i], g.at.z[i] };
            struct vector force = { g.force.x[i], g.force.y[i], g.force.z[i] };
            finish(step + 1 < f.slab.after_last, f, s, step, k + i, x,
                   (struct sum){ force, g.energy[i], (int32_t)g.pairs[i] });
        }
    }
}

void moldyn_by_clusters(around_fn *add_around, const struct kernels *by, const struct tri_case *c)
{
    struct fluid f = fluid_in(c);
    struct state state = state_of(c), *s = &state;
    int32_t edge = f.edge_cells, low = f.slab.low, end = low + f.slab.layers;
    begin_all(f, s);
    for (int32_t step = f.slab.first_step; step < f.slab.after_last; step++) {
        sort(f, s, sorted(f, s));
        #pragma omp parallel for collapse(2) schedule(dynamic)
        for (int32_t z = low; z < end; z++)
            for (int32_t y = 0; y < edge; y++)
                for (int32_t x = 0; x < edge; x++)
                    step_cell(add_around, by, f, s, step, (struct cell){ x, y, z });
    }
}
