/* The layers of cells in a slab, and the ghost layers on either side, which may be at the cube's other end. */
#pragma once

#include "moldyn.h"

/* The record of a particle that has moved. */
struct packed {
    struct vector position, velocity;
    int32_t particle, pairs;
};

#pragma omp declare target

/* Whether a layer belongs to the slab. */
INLINE bool in_slab(struct fluid f, int32_t layer)
{
    return is_mine(f, (struct cell){ 0, 0, layer });
}

INLINE int32_t layer_above(struct fluid f, int32_t layer)
{
    return layer + 1 < f.edge_cells ? layer + 1 : 0;
}

INLINE int32_t layer_below(struct fluid f, int32_t layer)
{
    return layer > 0 ? layer - 1 : f.edge_cells - 1;
}

/* Whether it belongs to the slab or is next to it. */
INLINE bool near_slab(struct fluid f, int32_t layer)
{
    return in_slab(f, layer) || in_slab(f, layer_above(f, layer)) ||
           in_slab(f, layer_below(f, layer));
}

/* Whether it belongs to the slab and no other device needs it. */
INLINE bool inside_slab(struct fluid f, int32_t layer)
{
    return in_slab(f, layer) && in_slab(f, layer_above(f, layer)) &&
           in_slab(f, layer_below(f, layer));
}

/* Whether others need a particle that has moved from a layer of the slab to another one, or has stayed there. */
INLINE bool is_needed(struct fluid f, int32_t before, int32_t now)
{
    return !inside_slab(f, before) || !inside_slab(f, now);
}

/* Appends the record of a particle that has come to a layer. */
INLINE void append(struct fluid f, int32_t layer, struct packed record, struct packed *records,
                   struct tri_packed *packed)
{
    int32_t k;
    #pragma omp atomic capture
    k = packed->count++;
    records[k] = record;
    if (!near_slab(f, layer)) {
        #pragma omp atomic write
        packed->far = 1;
    }
}

#pragma omp end declare target
