/* unsolved: the library has got the host's address of x */
#include "lesson.h"

#include "judge.h"

#include <dlfcn.h>
#include <stdlib.h>

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

static double *host_x, *host_y;
static int calls;

/* ---- The library: cuBLAS, if the device is an NVIDIA GPU and it is there, or a region -------------- */

typedef int axpy_fn(void *handle, int n, const double *alpha, const double *x, int dx, double *y,
                    int dy);

static struct {
    bool looked_for;
    void *handle;
    axpy_fn *axpy;
    int (*wait)(void);
} cublas;

static void *function_of(void *library, const char *name)
{
    return library ? dlsym(library, name) : NULL;
}

static void find_cublas(void)
{
    static const char *const names[] = { "libcublas.so.13", "libcublas.so.12", "libcublas.so.11" };
    void *library = NULL, *driver = dlopen("libcuda.so.1", RTLD_NOW);
    for (int i = 0; driver && !library && i < 3; i++)
        library = dlopen(names[i], RTLD_NOW);
    int (*create)(void **) = (int (*)(void **))function_of(library, "cublasCreate_v2");
    cublas.looked_for = true;
    cublas.wait = (int (*)(void))function_of(driver, "cuCtxSynchronize");
    if (cublas.wait && create && create(&cublas.handle) == 0)
        cublas.axpy = (axpy_fn *)function_of(library, "cublasDaxpy_v2");
}

/* The device that is the CPU itself has no use for cuBLAS: learn says in LEARN_LOOPS whether it is that. */
static bool by_cublas(ptrdiff_t n, double alpha, const double *x, double *y)
{
    if (!cublas.looked_for && !getenv("LEARN_LOOPS"))
        find_cublas();
    if (!cublas.axpy)
        return false;
    if (cublas.axpy(cublas.handle, (int)n, &alpha, x, 1, y, 1) != 0 || cublas.wait() != 0)
        wrong("cuBLAS has failed: are these addresses of the device?");
    return true;
}

static bool within(const double *p, const double *array, ptrdiff_t n)
{
    return p >= array && p < array + n;
}

static void expect_device(const char *name, const double *p, ptrdiff_t n)
{
    if (!judge_looks_for_races() && (within(p, host_x, n) || within(p, host_y, n)))
        wrong("the library has got the host's address of %s. Within use_device_ptr it would be the "
              "device's.",
              name);
    if (!p)
        wrong("the library has got NULL for %s: is it mapped at that place?", name);
}

void library_axpy(ptrdiff_t n, double alpha, const double *x, double *y)
{
    if (!omp_is_initial_device())
        return;
    calls++;
    expect_device("x", x, n);
    expect_device("y", y, n);
    if (by_cublas(n, alpha, x, y))
        return;
    #pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] += alpha * x[i];
}

/* ---- The judge ------------------------------------------------------------------------------------ */

static double *answer(ptrdiff_t n, double alpha, const double *x, const double *y)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = (y[i] + alpha * x[i]) * (y[i] + alpha * x[i]);
    return b;
}

void judge(ptrdiff_t n)
{
    const double alpha = 3;
    double *x = given("x", n), *y = given("y", n);
    double *right = answer(n, alpha, true_values(x), true_values(y));
    double *host = answer(n, alpha, decoys(x), decoys(y));
    host_x = x;
    host_y = y;
    calls = 0;
    update(n, alpha, x, y);
    if (calls != 1)
        wrong("the library was called %d times, and once is right.", calls);
    expect_kernels(cublas.axpy ? 1 : 2);
    expect_bounds();
    expect_values("y", n, y, right, host);
    expect_copies(x, 1, 0);
    expect_copies(y, 1, 1);
}
