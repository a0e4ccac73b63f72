/*
 * Peers of dot: CUDA in the same order, bit for bit; cuBLAS and OpenBLAS, each in an order of its own.
 *
 * A library is looked for when it is needed, and never linked.
 */
#include "dot_peers.h"

#include "libraries.h"

#include <limits.h>

/* The libraries may differ as much as the plain variant, which adds in any order, too. */
static double apart(const struct tri_case *reference)
{
    return reference->hotspot->plain.apart(reference);
}

/* ---- OpenBLAS -----------------------------------------------------------------------------------
 *
 * Limited to AVX2, like the path that it is compared with, unless OPENBLAS_CORETYPE is set.
 */
static real (*dot_by_openblas)(int n, const real *a, int step_a, const real *b, int step_b);

static bool has_openblas(struct tri_error *e)
{
    const char *name = PRECISION == TRI_FLOAT ? "cblas_sdot" : "cblas_ddot";
    return dot_by_openblas || find_in_openblas(name, &dot_by_openblas, e);
}

/* OpenBLAS counts in int. */
static void run_openblas(const struct tri_case *c)
{
    struct factors x = factors_of(c);
    real sum = 0;
    openblas_begin();
    for (ptrdiff_t i = 0; i < x.n; i += INT_MAX) {
        int n = x.n - i < INT_MAX ? (int)(x.n - i) : INT_MAX;
        sum += dot_by_openblas(n, x.a + i, 1, x.b + i, 1);
    }
    *x.dot = sum;
}

/* ---- cuBLAS ------------------------------------------------------------------------------------- */
#if TRIPTYCH_CUDA_PEERS

enum { RESULT_ON_DEVICE = 1 };

static struct cublas cublas = { .setter = "cublasSetPointerMode_v2", .setting = RESULT_ON_DEVICE };

static int (*dot_by_cublas)(void *handle, int64_t n, const real *a, int64_t step_a, const real *b,
                            int64_t step_b, real *result);

static bool has_cublas(struct tri_error *e)
{
    const char *name = PRECISION == TRI_FLOAT ? "cublasSdot_v2_64" : "cublasDdot_v2_64";
    return dot_by_cublas || find_in_cublas(&cublas, name, &dot_by_cublas, e);
}

static void run_cublas(const struct tri_case *there)
{
    struct factors x = factors_of(there);
    if (!cublas_begin(&cublas))
        return;
    tri_cuda_library_worked(dot_by_cublas(cublas.handle, x.n, x.a, 1, x.b, 1, x.dot), "cublasDot");
    tri_cuda_finish();
}

#endif

/* ---- The descriptions ------------------------------------------------------------------------- */

const struct tri_peer dot_peers[] = {
    {
        .contender = { .peer = "openblas",
                       .path = TRI_AVX2,
                       .may_differ = true,
                       .apart = apart,
                       .run = run_openblas },
        .meaning = "OpenBLAS, limited to AVX2",
        .hotspot = "dot",
        .find = has_openblas,
    },
    {
        .contender = { TRI_CUDA_PEER("cuda", tri_dot_cuda), .as_tuned = true },
        .meaning = "a CUDA kernel in the same order, as good as we can write it",
        .hotspot = "dot",
    },
    {
        .contender = { TRI_CUDA_PEER("cublas", run_cublas), .may_differ = true, .apart = apart },
        .meaning = "cuBLAS",
        .hotspot = "dot",
        .find = TRI_IF_CUDA(has_cublas),
    },
    { .meaning = NULL },
};
