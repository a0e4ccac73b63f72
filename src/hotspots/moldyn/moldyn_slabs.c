/*
 * Molecular dynamics on several devices: slabs of cells, ghost layers, and the exchange of particles.
 *
 * A device moves the particles whose cell lies in its slab.  For their forces it also needs the particles of a ghost
 * layer on either side.  Each device has arrays for all particles, indexed by their numbers, so that the particles of
 * a cell have the same order everywhere, and sums have the bits of one device.  A particle that a device does not
 * need stays where it was last known: outside of the slab and its ghost layers, where it is not used.
 *
 * So a device sends a particle that it has moved if another one needs the layer where it was, or where it is now.
 */
#include "moldyn_slabs.h"

#include "ran_on.h"

static ptrdiff_t layers_of(const struct tri_case *c)
{
    return edge_cells_in(c);
}

/* Number of steps that compute forces: one more than those that move particles. */
static ptrdiff_t steps_of(const struct tri_case *c)
{
    return (ptrdiff_t)c->value[STEPS].integer + 1;
}

static void begin_exchange(const struct tri_part *part, int32_t *where)
{
    struct fluid f = fluid_in(&part->c);
    const struct vector *start_position = part->c.operand[START_POSITION];
    int32_t n = f.particles, edge_cells = f.edge_cells;
    real edge = f.edge, cells_per_length = f.cells_per_length;
    #pragma omp target teams distribute parallel for map(to: start_position[:n]) is_device_ptr(where)
    for (int32_t i = 0; i < n; i++) {
        struct fluid fluid = { .edge_cells = edge_cells, .cells_per_length = cells_per_length };
        where[i] = cell_along(fluid, wrap(edge, start_position[i].z));
    }
}

static struct tri_packed pack(const struct tri_part *part, int32_t *where, void *records)
{
    struct fluid f = fluid_in(&part->c);
    struct packed *record = records;
    const struct vector *position = part->c.operand[POSITION],
                        *velocity = part->c.operand[VELOCITY];
    const int32_t *pairs = part->c.operand[PAIRS];
    int32_t n = f.particles, edge_cells = f.edge_cells, low = f.slab.low, layers = f.slab.layers;
    struct tri_packed packed = { 0 }; /* a struct is one copy each way, its members would be two */
    real cells_per_length = f.cells_per_length;
    #pragma omp target teams distribute parallel for is_device_ptr(where, record) \
        map(to: position[:n], velocity[:n], pairs[:n]) map(tofrom: packed)
    for (int32_t i = 0; i < n; i++) {
        struct fluid fluid = { .edge_cells = edge_cells,
                               .cells_per_length = cells_per_length,
                               .slab = { .low = low, .layers = layers } };
        int32_t before = where[i], now;
        if (!in_slab(fluid, before))
            continue;
        where[i] = now = cell_along(fluid, position[i].z);
        if (is_needed(fluid, before, now))
            append(fluid, now, (struct packed){ position[i], velocity[i], i, pairs[i] }, record,
                   &packed);
    }
    return packed;
}

static void unpack(const struct tri_part *part, int32_t *where, const void *records, int32_t n)
{
    struct fluid f = fluid_in(&part->c);
    const struct packed *record = records;
    struct vector *position = part->c.operand[POSITION], *velocity = part->c.operand[VELOCITY];
    int32_t *pairs = part->c.operand[PAIRS], particles = f.particles, edge_cells = f.edge_cells;
    real cells_per_length = f.cells_per_length;
    #pragma omp target teams distribute parallel for is_device_ptr(where, record) \
        map(tofrom: position[:particles], velocity[:particles], pairs[:particles])
    for (int32_t k = 0; k < n; k++) {
        struct fluid fluid = { .edge_cells = edge_cells, .cells_per_length = cells_per_length };
        struct packed l = record[k];
        position[l.particle] = l.position;
        velocity[l.particle] = l.velocity;
        pairs[l.particle] = l.pairs;
        where[l.particle] = cell_along(fluid, l.position.z);
    }
}

static void gather(const struct tri_part *part, const struct tri_case *whole)
{
    struct fluid f = fluid_in(&part->c);
    void *const *from = part->c.operand, *const *to = whole->operand;
    const struct vector *position = from[POSITION];
    for (int32_t i = 0; i < f.particles; i++)
        if (in_slab(f, cell_along(f, position[i].z))) {
            ((struct vector *)to[POSITION])[i] = position[i];
            ((struct vector *)to[VELOCITY])[i] = ((const struct vector *)from[VELOCITY])[i];
            ((struct vector *)to[FORCE])[i] = ((const struct vector *)from[FORCE])[i];
            ((real *)to[POTENTIAL])[i] = ((const real *)from[POTENTIAL])[i];
            ((int32_t *)to[PAIRS])[i] = ((const int32_t *)from[PAIRS])[i];
        }
}

/* The GPU's path packs and unpacks in its own regions (moldyn_slab.c); those of CPUs do not. */
static const struct tri_exchange exchange = {
    .layers = layers_of,
    .steps = steps_of,
    .bytes = sizeof(struct packed),
    .by_path = true,
    .begin = begin_exchange,
    .pack = pack,
    .unpack = unpack,
    .gather = gather,
};

const struct tri_division moldyn_slabs = { .how = TRI_SLABS,
                                           .rows = PARTICLES,
                                           .exchange = &exchange };
