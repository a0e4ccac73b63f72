/* A case of matmul as its peers read it: C = A B, A m x k, B k x n, C m x n, row after row. */
#pragma once

#include "peers.h"
#include "real.h"

/* The parameters of matmul, in their order. */
enum { PARAM_N, PARAM_M, PARAM_K };

struct product {
    int m, n, k;
    const real *a, *b;
    real *c;
};

static inline struct product product_of(const struct tri_case *there)
{
    struct product p;
    p.m = (int)there->value[PARAM_M].integer;
    p.n = (int)there->value[PARAM_N].integer;
    p.k = (int)there->value[PARAM_K].integer;
    p.a = (const real *)there->operand[0];
    p.b = (const real *)there->operand[1];
    p.c = (real *)there->operand[2];
    return p;
}

/* The kernels of matmul.cu. */
void tri_matmul_cuda(const struct tri_case *there);
void tri_matmul_cuda_tiled16(const struct tri_case *there);
void tri_matmul_cuda_straight16(const struct tri_case *there);
