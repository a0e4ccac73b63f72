/*
 * Peers of dot: CUDA in the same order, bit for bit; cuBLAS and OpenBLAS, each in an order of its own.
 *
 * A library is looked for when it is needed, and never linked.
 */
#include "dot.h"

#include "libraries.h"

#include <limits.h>
#include <omp.h>

/* The libraries may differ as much as the plain variant, which adds in any order, too. */
static double X(apart)(const struct tri_case *reference)
{
    return reference->hotspot->plain.apart(reference);
}

/* ---- OpenBLAS -----------------------------------------------------------------------------------
 *
 * Limited to AVX2, like the path that it is compared with, unless OPENBLAS_CORETYPE is set.
 */
static struct {
    real (*dot)(int n, const real *a, int step_a, const real *b, int step_b);
    void (*set_num_threads)(int);
} X(openblas);

static bool X(find_openblas)(struct tri_error *e)
{
    if (X(openblas).dot)
        return true;
    void *library = find_openblas(e);
    const char *dot = PRECISION == TRI_FLOAT ? "cblas_sdot" : "cblas_ddot";
    return find_function(library, "openblas_set_num_threads", &X(openblas).set_num_threads, e) &&
           find_function(library, dot, &X(openblas).dot, e);
}

/* OpenBLAS counts in int. */
static void X(run_openblas)(const struct tri_case *c)
{
    struct factors x = X(factors)(c);
    real sum = 0;
    X(openblas).set_num_threads(omp_get_max_threads());
    for (ptrdiff_t i = 0; i < x.n; i += INT_MAX) {
        int n = x.n - i < INT_MAX ? (int)(x.n - i) : INT_MAX;
        sum += X(openblas).dot(n, x.a + i, 1, x.b + i, 1);
    }
    *x.dot = sum;
}

/* ---- cuBLAS ------------------------------------------------------------------------------------- */
#if TRIPTYCH_CUDA_PEERS

enum { RESULT_ON_DEVICE = 1 };

static struct {
    void *handle;
    int (*create)(void **handle);
    int (*set_pointer_mode)(void *handle, int mode);
    int (*dot)(void *handle, int64_t n, const real *a, int64_t step_a, const real *b,
               int64_t step_b, real *result);
} X(cublas);

static bool X(find_cublas)(struct tri_error *e)
{
    if (X(cublas).dot)
        return true;
    void *library = find_cublas(e);
    const char *dot = PRECISION == TRI_FLOAT ? "cublasSdot_v2_64" : "cublasDdot_v2_64";
    return find_function(library, "cublasCreate_v2", &X(cublas).create, e) &&
           find_function(library, "cublasSetPointerMode_v2", &X(cublas).set_pointer_mode, e) &&
           find_function(library, dot, &X(cublas).dot, e);
}

static bool X(make_handle)(void **handle)
{
    return tri_cuda_library_worked(X(cublas).create(handle), "cublasCreate") &&
           tri_cuda_library_worked(X(cublas).set_pointer_mode(*handle, RESULT_ON_DEVICE),
                                   "cublasSetPointerMode");
}

/* The first product creates the handle. */
static void X(run_cublas)(const struct tri_case *there)
{
    struct factors x = X(factors)(there);
    void **handle = &X(cublas).handle;
    if (!*handle && !X(make_handle)(handle))
        return;
    tri_cuda_library_worked(X(cublas).dot(*handle, x.n, x.a, 1, x.b, 1, x.dot), "cublasDot");
    tri_cuda_finish();
}

#else
# define find_cublas_float NULL
# define find_cublas_double NULL
# define run_cublas_float NULL
# define run_cublas_double NULL
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
                       .home = TRI_CUDA_HOME },
        .meaning = "a CUDA kernel in the same order, as good as we can write it",
        .hotspot = "dot",
    },
    {
        .contender = { .peer = "cublas",
                       .path = TRI_OFFLOAD,
                       .may_differ = true,
                       .apart = X(apart),
                       .run = X(run_cublas),
                       .home = TRI_CUDA_HOME },
        .meaning = "cuBLAS",
        .hotspot = "dot",
        .find = X(find_cublas),
    },
    { .meaning = NULL },
};
