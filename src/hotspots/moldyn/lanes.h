/* Particles in the lanes of a vector, for the lesson: as many as it holds, of one cell. */
#pragma once

#include "fluid.h"

enum { WIDEST = VECTOR_BITS / REAL_BITS };

struct lanes {
    real x[WIDEST], y[WIDEST], z[WIDEST], force_x[WIDEST], force_y[WIDEST], force_z[WIDEST];
    real energy[WIDEST], pairs[WIDEST]; /* pairs: as wide as its lane; small, so exact */
    int32_t particle[WIDEST], used;
};

/* The next particles of a list, from *i on; *i becomes the one after them. */
static inline struct lanes next_lanes(const struct particles *p, int width, int32_t *i)
{
    struct lanes s = { .x = { 0 } };
    for (; *i != NONE && s.used < width; *i = p->next[*i]) {
        struct vector x = p->position[*i];
        s.x[s.used] = x.x, s.y[s.used] = x.y, s.z[s.used] = x.z;
        s.particle[s.used++] = *i;
    }
    return s;
}

static inline void store_lanes(const struct particles *p, struct lanes s)
{
    for (int k = 0; k < s.used; k++) {
        int32_t i = s.particle[k];
        p->force[i] = (struct vector){ s.force_x[k], s.force_y[k], s.force_z[k] };
        p->potential[i] = s.energy[k] / 2;
        p->pairs[i] += (int32_t)s.pairs[k];
    }
}

/* For all particles of cell c, `width` at a time: forces_at() adds the forces of all candidates around their cell. */
static inline void forces_in_cell(struct lanes (*forces_at)(struct fluid, const struct particles *,
                                                            struct cell, struct lanes),
                                  int width, const struct fluid *f, const struct particles *p,
                                  int32_t c)
{
    for (int32_t i = p->first[c]; i != NONE;)
        store_lanes(p, forces_at(*f, p, cell_numbered(f, c), next_lanes(p, width, &i)));
}
