/*
 * Plain directives in a program of its own, without Triptych: how long do they take there?
 *
 *     clang -O3 -fopenmp --offload-arch=native plain.c -o plain -ldl
 *     ./plain [awake] N...
 *
 * The regions are those of src/hotspots/vecadd/vecadd.c and src/hotspots/dot/dot.c, in double, with `real` written out.  For
 * each N the program prints a line for both, "vecadd 16777216 0.000187": the median in seconds of 200 runs, with
 * the arrays on the device, after half a second of runs that are not timed.  `awake` has the host wait awake.
 */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <omp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 200 };

static const double WARM = 0.5; /* seconds */

/* ---- The regions ---- */

static double vecadd(ptrdiff_t n, const double *a, const double *b, double *c)
{
    #pragma omp target teams distribute parallel for map(to: a[:n], b[:n]) map(from: c[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        c[i] = a[i] + b[i];
    return 0;
}

static double dot(ptrdiff_t n, const double *a, const double *b, double *c)
{
    double sum = 0;
    #pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[:n], b[:n]) \
        map(tofrom: sum)
    for (ptrdiff_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* ---- How the host waits ---- */

/* cuDeviceGet, cuDevicePrimaryCtxGetState and cuDevicePrimaryCtxSetFlags, which cuda.h gives this name, from the driver's
 * library: so the program can be linked, and started, where there is no driver.  7 is CU_CTX_SCHED_MASK. */
static bool wait_awake(void)
{
    int (*get)(int *, int), (*state)(int, unsigned *, int *), (*set)(int, unsigned);
    void *cuda = dlopen("libcuda.so.1", RTLD_NOW);
    if (!cuda)
        return false;
    *(void **)&get = dlsym(cuda, "cuDeviceGet");
    *(void **)&state = dlsym(cuda, "cuDevicePrimaryCtxGetState");
    *(void **)&set = dlsym(cuda, "cuDevicePrimaryCtxSetFlags_v2");
    int device, active;
    unsigned flags;
    return get && state && set && get(&device, omp_get_default_device()) == 0 &&
           state(device, &flags, &active) == 0 && set(device, flags & ~7u) == 0;
}

/* ---- Times ---- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef double region(ptrdiff_t n, const double *a, const double *b, double *c);

static double median_of(region *run, ptrdiff_t n, const double *a, const double *b, double *c)
{
    static double seconds[RUNS];
    for (double begin = now(); now() < begin + WARM;)
        run(n, a, b, c);
    for (int k = 0; k < RUNS; k++) {
        double begin = now();
        run(n, a, b, c);
        seconds[k] = now() - begin;
    }
    qsort(seconds, RUNS, sizeof *seconds, ascending);
    return (seconds[RUNS / 2 - 1] + seconds[RUNS / 2]) / 2;
}

static bool measure(ptrdiff_t n)
{
    double *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b),
           *c = malloc((size_t)n * sizeof *c);
    bool right = a && b && c;
    for (ptrdiff_t i = 0; right && i < n; i++) {
        a[i] = (double)(i % 7);
        b[i] = c[i] = 1;
    }
    if (right) {
        #pragma omp target data map(to: a[:n], b[:n]) map(tofrom: c[:n])
        {
            printf("vecadd %td %.6g\n", n, median_of(vecadd, n, a, b, c));
            printf("dot %td %.6g\n", n, median_of(dot, n, a, b, c));
            fflush(stdout);
        }
        right = c[n - 1] == a[n - 1] + 1;
    }
    free(a);
    free(b);
    free(c);
    return right;
}

/* Where there is no device, OpenMP runs regions on the host, and does not say so. */
static bool on_device(void)
{
    int host = 1;
    #pragma omp target map(tofrom: host)
    host = omp_is_initial_device();
    return !host;
}

int main(int argc, char **argv)
{
    int first = 1 + (argc > 1 && strcmp(argv[1], "awake") == 0);
    if (!on_device()) {
        fprintf(stderr, "plain: no device\n");
        return 1;
    }
    if (first == 2 && !wait_awake()) {
        fprintf(stderr, "plain: awake: there is no NVIDIA driver to be told so\n");
        return 1;
    }
    for (int i = first; i < argc; i++) {
        char *end;
        long long n = strtoll(argv[i], &end, 10);
        if (*end || n < 1 || n > 1LL << 32) {
            fprintf(stderr, "plain: %s: has to be an integer from 1 to 4294967296\n", argv[i]);
            return 2;
        }
        if (!measure((ptrdiff_t)n)) {
            fprintf(stderr, "plain: %lld: out of memory, or a wrong sum\n", n);
            return 1;
        }
    }
    return 0;
}
