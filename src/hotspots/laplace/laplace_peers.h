/* What the peers of laplace need to know of a case: the box, and the operands in their order. */
#pragma once

#include "peers.h"
#include "real.h"

/* The parameters of laplace, in their order. */
enum { PARAM_N, PARAM_STEPS, PARAM_TOLERANCE, PARAM_CONDUCTOR, PARAM_WIDTH, PARAM_HEIGHT };

enum { POTENTIAL, START, MASK, TAKEN, OTHER };
enum { PATCHES = TRI_MAX_OPERANDS, PROGRESS }; /* scratch of the last variant */

struct box {
    int32_t width, height, words, steps;
};

static inline struct box box_of(const struct tri_case *c)
{
    struct box b;
    b.width = (int32_t)c->value[PARAM_WIDTH].integer;
    b.height = (int32_t)c->value[PARAM_HEIGHT].integer;
    b.words = (b.width + 31) / 32; /* of a row of the mask, which has a bit for each point */
    b.steps = (int32_t)c->value[PARAM_STEPS].integer;
    return b;
}

/* The programs of laplace.cu. */
void tri_laplace_cuda(const struct tri_case *there);
void tri_laplace_cuda_launches(const struct tri_case *there);
void tri_laplace_cuda_report(const struct tri_case *there);
