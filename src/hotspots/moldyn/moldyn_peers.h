/* What the peers of moldyn need to know of a case: the fluid of its hotspot, with the same
 * roundings. */
#pragma once

#include "peers.h"
#include "real.h"

/* The parameters of moldyn, in their order. */
enum {
    PARAM_PARTICLES,
    PARAM_STEPS,
    PARAM_DENSITY,
    PARAM_CUTOFF,
    PARAM_DT,
    PARAM_TEMPERATURE,
    PARAM_DISTURBANCE,
    PARAM_SEED
};

/* Operands of moldyn, in their order; then those of its last variant, on whose case peers run. */
enum {
    START_POSITION,
    START_VELOCITY,
    POSITION,
    VELOCITY,
    FORCE,
    POTENTIAL,
    PAIRS,
    SORTED = TRI_MAX_OPERANDS,
    ORDER,
    CELL_OFFSET,
    NEXT,
    LISTS,
};

struct fluid {
    int32_t particles, steps, edge_cells;
    real edge, cells_per_length, cutoff2;
    float half_reach2;
    real bend, bend_energy, lift, dt, half_dt;
};

static inline struct fluid fluid_of(const struct tri_case *c)
{
    double n = (double)c->value[PARAM_PARTICLES].integer, cutoff = c->value[PARAM_CUTOFF].real;
    double least = cutoff * (1 + 0x1p-10), c6 = pow(cutoff, -6);
    double edge = fmax(cbrt(n / c->value[PARAM_DENSITY].real), least);
    double bend = 4 * (6 * c6 * c6 - 3 * c6) / (cutoff * cutoff);
    struct fluid f;
    f.particles = (int32_t)n;
    f.steps = (int32_t)c->value[PARAM_STEPS].integer;
    f.edge_cells = (int32_t)fmin(floor(edge / least), ceil(cbrt(n)));
    f.edge = (real)edge;
    f.cells_per_length = (real)f.edge_cells / f.edge;
    f.cutoff2 = (real)(cutoff * cutoff);
    double far = edge * (1 + 1. / f.edge_cells); /* no coordinate is larger */
    f.half_reach2 = (float)((cutoff * cutoff + 0x1p-18 * far * far) / 2 * (1 + 0x1p-18));
    f.bend = (real)(-2 * bend);
    f.bend_energy = (real)bend;
    f.lift = (real)(16 * c6 - 28 * c6 * c6);
    f.dt = (real)c->value[PARAM_DT].real;
    f.half_dt = f.dt / 2;
    return f;
}

/* The kernels of moldyn.cu. */
void tri_moldyn_cuda(const struct tri_case *there);
void tri_moldyn_cuda_cell(const struct tri_case *there);
