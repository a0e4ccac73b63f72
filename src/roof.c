/* Ceilings: what the arithmetic units and the memory of this machine can do, and which of the two
 * a given work meets first.  (S. Williams, A. Waterman, D. Patterson: Roofline, CACM 52(4), 2009.) */
#include "triptych.h"

#include "ceiling.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

enum { TRIALS = 15, COPY_LENGTH = 1 << 24 }; /* 128 MiB: beyond any cache of today */

static double time_copy_cpu(double *to, const double *from, int threads)
{
    double start = tri_now();
    #pragma omp parallel for simd num_threads(threads)
    for (ptrdiff_t i = 0; i < COPY_LENGTH; i++)
        to[i] = from[i];
    return tri_now() - start;
}

/* A GPU copies them in the time that it takes to start a region, and so does it several times. */
static double time_copy_offload(double *to, const double *from)
{
    ptrdiff_t copies = tri_device_place() == TRI_GPU ? 16 : 1;
    double start = tri_now();
    #pragma omp target teams distribute parallel for map(from: to[:COPY_LENGTH]) \
        map(to: from[:COPY_LENGTH])
    for (ptrdiff_t i = 0; i < copies * COPY_LENGTH; i++)
        to[i % COPY_LENGTH] = from[i % COPY_LENGTH];
    return (tri_now() - start) / (double)copies;
}

static double best_copy(enum tri_path path, double *to, const double *from, int threads)
{
    double best = INFINITY;
    for (int trial = 0; trial < TRIALS; trial++)
        best = fmin(best, path == TRI_OFFLOAD ? time_copy_offload(to, from)
                                              : time_copy_cpu(to, from, threads));
    return best;
}

static bool bandwidth(enum tri_path path, int threads, double *bytes_per_second,
                      struct tri_error *e)
{
    size_t bytes = COPY_LENGTH * sizeof(double);
    double *to = calloc(COPY_LENGTH, sizeof *to), *from = calloc(COPY_LENGTH, sizeof *from);
    bool good = to && from;
    if (good) {
        for (size_t i = 0; i < COPY_LENGTH; i++)
            from[i] = to[i] = 1; /* pages that exist, and are not all the same zero page */
        #pragma omp target data map(alloc: to[:COPY_LENGTH]) map(to: from[:COPY_LENGTH]) \
            if (path == TRI_OFFLOAD)
        *bytes_per_second = 2 * (double)bytes / best_copy(path, to, from, threads);
    }
    free(to);
    free(from);
    return good || tri_fail(e, TRI_FAILED, "out of memory while measuring the copy bandwidth");
}

static const char *how(enum tri_path path)
{
    switch (path) {
    case TRI_OFFLOAD:
        return "on each of many teams of 256 device threads 8 independent chains of fma; best of 15";
    case TRI_AVX2: return "on each thread 12 independent chains of 256-bit fma; best of 15";
    case TRI_SIMD:
        return "on each thread 12 independent chains of fma on the build's widest vectors; best of 15";
    default: return "on each thread 12 independent chains of scalar fma; best of 15";
    }
}

bool tri_ceiling(enum tri_path path, enum tri_precision precision, int threads,
                 struct tri_ceiling *ceiling, struct tri_error *e)
{
    static struct known {
        int threads; /* 0: not measured yet */
        struct tri_ceiling ceiling;
    } known[TRI_PATHS][TRI_PRECISIONS];
    struct known *k = &known[path][precision];

    if (!tri_path_available(path, e))
        return false;
    if (k->threads != threads) {
        k->ceiling.fma_per_second = precision == TRI_FLOAT ? tri_fma_rate_float(path, threads)
                                                           : tri_fma_rate_double(path, threads);
        k->ceiling.how = how(path);
        if (!bandwidth(path, threads, &k->ceiling.bytes_per_second, e))
            return false;
        k->threads = threads;
    }
    *ceiling = k->ceiling;
    return true;
}

double tri_ceiling_rate(const struct tri_ceiling *ceiling, const struct tri_work *work)
{
    double seconds =
        fmax(work->instructions / ceiling->fma_per_second, work->bytes / ceiling->bytes_per_second);
    return work->units / seconds;
}
