/* A case of dot as its peers read it, and the kernel of dot.cu. */
#pragma once

#include "peers.h"
#include "real.h"

struct factors {
    ptrdiff_t n;
    const real *a, *b;
    real *partial, *dot;
};

static inline struct factors factors_of(const struct tri_case *c)
{
    struct factors x;
    x.n = (ptrdiff_t)c->length[0];
    x.a = (const real *)c->operand[0];
    x.b = (const real *)c->operand[1];
    x.partial = (real *)c->operand[TRI_MAX_OPERANDS]; /* scratch of the variants */
    x.dot = (real *)c->operand[2];
    return x;
}

void tri_dot_cuda(const struct tri_case *there);
