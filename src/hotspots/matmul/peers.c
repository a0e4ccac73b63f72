/*
 * Peers of matmul: report E's two CUDA kernels and ours, and two libraries that are hard to beat, cuBLAS
 * and OpenBLAS.
 *
 * A library is looked for when it is needed, and never linked: without it, the rest can be measured.
 */
#include "matmul_peers.h"

#include "libraries.h"

/* How far apart sums of k products can be if their order, and what is fused, is not known: a sum has at most
 * k roundings, each by a factor within 1 ± u, u being at most an ULP of the result.  No product is
 * negative, so no sum is smaller than its parts: each is within k u / (1 - k u) of the exact one, and they
 * are within twice that of each other.  For k <= 2^20, 3 k ULPs is more. */
static double ulps_of_sums(const struct tri_case *c)
{
    return 3 * (double)c->value[PARAM_K].integer;
}

/* ---- OpenBLAS -----------------------------------------------------------------------------------
 *
 * Limited to AVX2, like the path that it is compared with, unless OPENBLAS_CORETYPE is set; by itself it
 * would use AVX-512 if there is any.
 */
enum { ROW_MAJOR = 101, NO_TRANS = 111 };

static void (*gemm_by_openblas)(int order, int trans_a, int trans_b, int m, int n, int k,
                                real alpha, const real *a, int lda, const real *b, int ldb,
                                real beta, real *c, int ldc);

static bool has_openblas(struct tri_error *e)
{
    const char *name = PRECISION == TRI_FLOAT ? "cblas_sgemm" : "cblas_dgemm";
    return gemm_by_openblas || find_in_openblas(name, &gemm_by_openblas, e);
}

static void run_openblas(const struct tri_case *c)
{
    struct product x = product_of(c);
    openblas_begin();
    gemm_by_openblas(ROW_MAJOR, NO_TRANS, NO_TRANS, x.m, x.n, x.k, 1, x.a, x.k, x.b, x.n, 0, x.c,
                     x.n);
}

/* ---- cuBLAS ---------------------------------------------------------------------------------------
 *
 * In its default mode, which multiplies floats in float, not in TF32.  Doubles it multiplies on tensor
 * cores if there are any, at twice the rate of an H100's other units.  cuBLAS takes matrices that are stored by
 * columns: to it, ours are transposed, and C' = B' A'.
 */
#if TRIPTYCH_CUDA_PEERS

enum { DEFAULT_MATH = 0 };

static struct cublas cublas = { .setter = "cublasSetMathMode", .setting = DEFAULT_MATH };

static int (*gemm_by_cublas)(void *handle, int trans_a, int trans_b, int m, int n, int k,
                             const real *alpha, const real *a, int lda, const real *b, int ldb,
                             const real *beta, real *c, int ldc);

static bool has_cublas(struct tri_error *e)
{
    const char *name = PRECISION == TRI_FLOAT ? "cublasSgemm_v2" : "cublasDgemm_v2";
    return gemm_by_cublas || find_in_cublas(&cublas, name, &gemm_by_cublas, e);
}

/* Whether there are tensor cores is found by OpenMP's code; the rate that they have, too. */
static struct tri_work work_of_cublas(const struct tri_case *c)
{
    struct tri_work w = c->hotspot->work(c);
    w.tensor = PRECISION == TRI_DOUBLE && tri_tensor_cores() ? w.instructions : 0;
    return w;
}

static void run_cublas(const struct tri_case *there)
{
    struct product x = product_of(there);
    real one = 1, zero = 0;
    if (!cublas_begin(&cublas))
        return;
    tri_cuda_library_worked(gemm_by_cublas(cublas.handle, 0, 0, x.n, x.m, x.k, &one, x.b, x.n, x.a,
                                           x.k, &zero, x.c, x.n),
                            "cublasGemm");
    tri_cuda_finish();
}

#endif

/* ---- The descriptions ------------------------------------------------------------------------- */

const struct tri_peer matmul_peers[] = {
    {
        .contender = { .peer = "openblas",
                       .path = TRI_AVX2,
                       .may_differ = true,
                       .within = ulps_of_sums,
                       .run = run_openblas },
        .meaning = "OpenBLAS, limited to AVX2",
        .hotspot = "matmul",
        .find = has_openblas,
    },
    {
        .contender = { TRI_CUDA_PEER("cublas", run_cublas), .may_differ = true,
                       .within = ulps_of_sums, .work = TRI_IF_CUDA(work_of_cublas) },
        .meaning = "cuBLAS, without TF32",
        .hotspot = "matmul",
        .find = TRI_IF_CUDA(has_cublas),
    },
    {
        .contender = { TRI_CUDA_PEER("cuda", tri_matmul_cuda), .as_tuned = true },
        .meaning = "a tiled CUDA kernel, as good as we can write it",
        .hotspot = "matmul",
    },
    {
        .contender = { TRI_CUDA_PEER("cuda-tiled16", tri_matmul_cuda_tiled16) },
        .meaning = "report E's CUDA kernel with tiles of 16 x 16",
        .hotspot = "matmul",
    },
    {
        .contender = { TRI_CUDA_PEER("cuda-straight16", tri_matmul_cuda_straight16) },
        .meaning = "report E's CUDA kernel without tiles",
        .hotspot = "matmul",
    },
    { .meaning = NULL },
};
