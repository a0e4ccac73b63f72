/* A case of vecadd as its peers read it, and the kernels of vecadd.cu. */
#pragma once

#include "peers.h"
#include "real.h"

struct addition {
    ptrdiff_t n;
    const real *a, *b;
    real *to;
};

static inline struct addition addition_of(const struct tri_case *c)
{
    struct addition x;
    x.n = (ptrdiff_t)c->length[0];
    x.a = (const real *)c->operand[0];
    x.b = (const real *)c->operand[1];
    x.to = (real *)c->operand[tri_operand_role(c, 2) == TRI_ABSENT ? 0 : 2];
    return x;
}

void tri_vecadd_cuda(const struct tri_case *there);
void tri_vecadd_cuda_report(const struct tri_case *there);
