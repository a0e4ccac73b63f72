/* Ceilings: what the arithmetic units and the memory of this machine can do, and which of the two
 * a given work meets first.  (S. Williams, A. Waterman, D. Patterson: Roofline, CACM 52(4), 2009.) */
#include "triptych.h"

#include "ceiling.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

#if defined(__SSE2__)
# include <emmintrin.h>
#endif

/* ---- Memory --------------------------------------------------------------------------------------
 *
 * Bytes that are copied count twice, as read and as written.  What a store through the caches reads
 * before it writes does not count: it can be avoided, so a copy that avoids it is the ceiling.
 */
enum { TRIALS = 15, LENGTH = 1 << 24 }; /* 128 MiB: beyond most caches of today */

enum { LINE = 8 }; /* numbers */

#if defined(__SSE2__)
static inline void stream_line(double *to, const double *from)
{
    for (int k = 0; k < LINE; k += 2)
        _mm_stream_pd(to + k, _mm_load_pd(from + k));
}

static inline void fence(void)
{
    _mm_sfence();
}
#else
static inline void stream_line(double *to, const double *from)
{
    for (int k = 0; k < LINE; k++)
        to[k] = from[k];
}

static inline void fence(void)
{
}
#endif

/* Goes through the arrays once and returns something that depends on it. */
typedef double pass_fn(double *to, const double *from, int threads);

static double copy_cpu(double *to, const double *from, int threads)
{
    #pragma omp parallel for simd num_threads(threads)
    for (ptrdiff_t i = 0; i < LENGTH; i++)
        to[i] = from[i];
    return to[0];
}

static double stream_cpu(double *to, const double *from, int threads)
{
    #pragma omp parallel num_threads(threads)
    {
        #pragma omp for nowait
        for (ptrdiff_t i = 0; i < LENGTH; i += LINE)
            stream_line(to + i, from + i);
        fence();
    }
    return to[0];
}

/* Of two arrays at once, as a core has more on its way then: 17 GB/s against 14 on one of Zen 3. */
static double read_cpu(double *to, const double *from, int threads)
{
    double sum = 0;
    #pragma omp parallel for simd num_threads(threads) reduction(+: sum)
    for (ptrdiff_t i = 0; i < LENGTH; i++)
        sum += to[i] + from[i];
    return sum;
}

/* A GPU is through in the time that it takes to start a region, and so goes through several times.  A
 * thread has some numbers under way at once, which lie the width of a team apart; src/hotspots/vecadd.c
 * has the reasons. */
enum { TEAM = 256, COPIED = 2, READ = 8 };

static int passes(enum tri_path path)
{
    return path == TRI_OFFLOAD && tri_device_place() == TRI_GPU ? 16 : 1;
}

static double copy_offload(double *to, const double *from, int threads)
{
    ptrdiff_t threads_there = (ptrdiff_t)passes(TRI_OFFLOAD) * LENGTH / COPIED;
    (void)threads;
    #pragma omp target teams distribute parallel for num_teams(tri_teams(threads_there / TEAM)) \
        thread_limit(TEAM) map(from: to[:LENGTH]) map(to: from[:LENGTH])
    for (ptrdiff_t k = 0; k < threads_there; k++) {
        ptrdiff_t first = k / TEAM * (TEAM * COPIED) % LENGTH + k % TEAM;
        double x = from[first], y = from[first + TEAM];
        to[first] = x;
        to[first + TEAM] = y;
    }
    return 0;
}

static double read_offload(double *to, const double *from, int threads)
{
    ptrdiff_t threads_there = (ptrdiff_t)passes(TRI_OFFLOAD) * LENGTH / READ;
    (void)threads;
    #pragma omp target teams distribute parallel for num_teams(tri_teams(threads_there / TEAM)) \
        thread_limit(TEAM) map(to: to[:LENGTH], from[:LENGTH])
    for (ptrdiff_t k = 0; k < threads_there; k++) {
        ptrdiff_t first = k / TEAM * (TEAM * READ) % LENGTH + k % TEAM;
        double sum = 0;
        for (int n = 0; n < READ; n++)
            sum += to[first + n * TEAM] + from[first + n * TEAM];
        if (sum < 0) /* never, but the compiler cannot know */
            to[0] = sum;
    }
    return 0;
}

static volatile double sink;

/* Seconds of one pass, at best. */
static double best_of(pass_fn *pass, enum tri_path path, double *to, const double *from,
                      int threads)
{
    double best = INFINITY;
    for (int trial = 0; trial < TRIALS; trial++) {
        double start = tri_now();
        sink = pass(to, from, threads);
        best = fmin(best, tri_now() - start);
    }
    return best / passes(path);
}

static void time_memory(enum tri_path path, double *to, const double *from, int threads,
                        struct tri_ceiling *ceiling)
{
    double bytes = 2 * LENGTH * sizeof *to;
    bool offload = path == TRI_OFFLOAD;
    double copy = best_of(offload ? copy_offload : copy_cpu, path, to, from, threads);
    if (!offload)
        copy = fmin(copy, best_of(stream_cpu, path, to, from, threads));
    ceiling->bytes_per_second = bytes / copy;
    ceiling->bytes_read_per_second =
        bytes / best_of(offload ? read_offload : read_cpu, path, to, from, threads);
}

static bool measure_memory(enum tri_path path, int threads, struct tri_ceiling *ceiling,
                           struct tri_error *e)
{
    size_t bytes = LENGTH * sizeof(double);
    double *to = aligned_alloc(64, bytes), *from = aligned_alloc(64, bytes);
    bool good = to && from;
    if (good) {
        #pragma omp parallel for num_threads(threads)
        for (size_t i = 0; i < LENGTH; i++)
            from[i] = to[i] = 1; /* pages that exist, and are not all the same zero page */
        #pragma omp target data map(to: to[:LENGTH], from[:LENGTH]) \
            if (path == TRI_OFFLOAD)
        time_memory(path, to, from, threads, ceiling);
    }
    free(to);
    free(from);
    return good || tri_fail(e, TRI_FAILED, "out of memory while measuring the bandwidth");
}

/* ---- Both ---- */

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
        if (!measure_memory(path, threads, &k->ceiling, e))
            return false;
        k->threads = threads;
    }
    *ceiling = k->ceiling;
    return true;
}

double tri_ceiling_bandwidth(const struct tri_ceiling *ceiling, const struct tri_work *work)
{
    return work->only_reads ? ceiling->bytes_read_per_second : ceiling->bytes_per_second;
}

double tri_ceiling_rate(const struct tri_ceiling *ceiling, const struct tri_work *work)
{
    double bandwidth = tri_ceiling_bandwidth(ceiling, work);
    return work->units /
           fmax(work->instructions / ceiling->fma_per_second, work->bytes / bandwidth);
}
