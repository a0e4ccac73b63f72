/*
 * Peers of dot: CUDA in the same order, bit for bit; cuBLAS and OpenBLAS, each in an order of its own.
 *
 * A library is looked for when it is needed, and never linked.
 */
#include "dot.h"

#include "libraries.h"

#include <limits.h>

/* The libraries may differ as much as the plain variant, which adds in any order, too. */
static double X(apart)(const struct tri_case *reference)
{
    return reference->hotspot->plain.apart(reference);
}

/* ---- OpenBLAS -----------------------------------------------------------------------------------
 *
 * Limited to AVX2, like the path that it is compared with, unless OPENBLAS_CORETYPE is set.
 */
static real (*X(dot_by_openblas))(int n, const real *a, int step_a, const real *b, int step_b);

static bool X(find_openblas)(struct tri_error *e)
{
    const char *name = PRECISION == TRI_FLOAT ? "cblas_sdot" : "cblas_ddot";
    return X(dot_by_openblas) || find_in_openblas(name, &X(dot_by_openblas), e);
}

/* OpenBLAS counts in int. */
static void X(run_openblas)(const struct tri_case *c)
{
    struct factors x = X(factors)(c);
    real sum = 0;
    openblas_begin();
    for (ptrdiff_t i = 0; i < x.n; i += INT_MAX) {
        int n = x.n - i < INT_MAX ? (int)(x.n - i) : INT_MAX;
        sum += X(dot_by_openblas)(n, x.a + i, 1, x.b + i, 1);
    }
    *x.dot = sum;
}

/* ---- cuBLAS ------------------------------------------------------------------------------------- */
#if TRIPTYCH_CUDA_PEERS

enum { RESULT_ON_DEVICE = 1 };

static struct cublas X(cublas) = { .setter = "cublasSetPointerMode_v2",
                                   .setting = RESULT_ON_DEVICE };

static int (*X(dot_by_cublas))(void *handle, int64_t n, const real *a, int64_t step_a,
                               const real *b, int64_t step_b, real *result);

static bool X(find_cublas)(struct tri_error *e)
{
    const char *name = PRECISION == TRI_FLOAT ? "cublasSdot_v2_64" : "cublasDdot_v2_64";
    return X(dot_by_cublas) || find_in_cublas(&X(cublas), name, &X(dot_by_cublas), e);
}

static void X(run_cublas)(const struct tri_case *there)
{
    struct factors x = X(factors)(there);
    if (!cublas_begin(&X(cublas)))
        return;
    tri_cuda_library_worked(X(dot_by_cublas)(X(cublas).handle, x.n, x.a, 1, x.b, 1, x.dot),
                            "cublasDot");
    tri_cuda_finish();
}

#endif

/* ---- The descriptions ------------------------------------------------------------------------- */

const struct tri_peer X(dot_peers)[] = {
    {
        .contender = { .peer = "openblas",
                       .path = TRI_AVX2,
                       .may_differ = true,
                       .apart = X(apart),
                       .run = X(run_openblas) },
        .meaning = "OpenBLAS, limited to AVX2",
        .hotspot = "dot",
        .find = X(find_openblas),
    },
    {
        .contender = { .peer = "cuda",
                       .as_tuned = true,
                       .path = TRI_OFFLOAD,
                       .run = TRI_IF_CUDA(X(tri_dot_cuda)),
                       .memory_space = TRI_CUDA_MEMORY_SPACE },
        .meaning = "a CUDA kernel in the same order, as good as we can write it",
        .hotspot = "dot",
    },
    {
        .contender = { .peer = "cublas",
                       .path = TRI_OFFLOAD,
                       .may_differ = true,
                       .apart = X(apart),
                       .run = TRI_IF_CUDA(X(run_cublas)),
                       .memory_space = TRI_CUDA_MEMORY_SPACE },
        .meaning = "cuBLAS",
        .hotspot = "dot",
        .find = TRI_IF_CUDA(X(find_cublas)),
    },
    { .meaning = NULL },
};
