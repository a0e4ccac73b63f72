/* The layers of cells in a slab, and the ghost layers on either side, which may be at the cube's other end. */
#ifndef TRI_TUNED_MOLDYN_SLABS_H
#define TRI_TUNED_MOLDYN_SLABS_H

#include "fluid_case.h"

#pragma omp declare target

/* Whether a layer belongs to the slab. */
INLINE bool X(in_slab)(struct fluid f, int32_t layer)
{
    return X(is_mine)(f, (struct cell){ 0, 0, layer });
}

INLINE int32_t X(layer_above)(struct fluid f, int32_t layer)
{
    return layer + 1 < f.edge_cells ? layer + 1 : 0;
}

INLINE int32_t X(layer_below)(struct fluid f, int32_t layer)
{
    return layer > 0 ? layer - 1 : f.edge_cells - 1;
}

/* Whether it belongs to the slab or is next to it. */
INLINE bool X(near_slab)(struct fluid f, int32_t layer)
{
    return X(in_slab)(f, layer) || X(in_slab)(f, X(layer_above)(f, layer)) ||
           X(in_slab)(f, X(layer_below)(f, layer));
}

/* Whether it belongs to the slab and no other device needs it. */
INLINE bool X(inside_slab)(struct fluid f, int32_t layer)
{
    return X(in_slab)(f, layer) && X(in_slab)(f, X(layer_above)(f, layer)) &&
           X(in_slab)(f, X(layer_below)(f, layer));
}

#pragma omp end declare target

#endif
