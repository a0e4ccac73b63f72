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
enum { TRIALS = 15, LEAST_TRIALS = 3, LENGTH = 1 << 24, LINE = 8 };

static const double PATIENCE =
    0.5; /* seconds that the trials of one kind may take, or a few more */

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

struct arrays {
    double *to, *from;
    ptrdiff_t length; /* a multiple of LENGTH */
    int threads;
};

/* 128 MiB each; on the CPU twice as much as the caches hold, if there is memory for that. */
static ptrdiff_t length_for(enum tri_path path)
{
    size_t most = tri_memory_bytes() / 8, wanted = 2 * tri_cpu_cache_bytes();
    size_t bytes = wanted < most ? wanted : most;
    size_t pieces = (bytes / sizeof(double) + LENGTH - 1) / LENGTH;
    return path == TRI_OFFLOAD || pieces == 0 ? LENGTH : (ptrdiff_t)pieces * LENGTH;
}

/* Goes through the arrays and returns something that depends on them. */
typedef double pass_fn(const struct arrays *);

static double copy_cpu(const struct arrays *a)
{
    double *to = a->to;
    const double *from = a->from;
    #pragma omp parallel for simd num_threads(a->threads)
    for (ptrdiff_t i = 0; i < a->length; i++)
        to[i] = from[i];
    return to[0];
}

static double stream_cpu(const struct arrays *a)
{
    #pragma omp parallel num_threads(a->threads)
    {
        #pragma omp for nowait
        for (ptrdiff_t i = 0; i < a->length; i += LINE)
            stream_line(a->to + i, a->from + i);
        fence();
    }
    return a->to[0];
}

/* Of two arrays at once, as a core has more on its way then: 17 GB/s against 14 on one of Zen 3. */
static double read_cpu(const struct arrays *a)
{
    double sum = 0;
    const double *x = a->to, *y = a->from;
    #pragma omp parallel for simd num_threads(a->threads) reduction(+: sum)
    for (ptrdiff_t i = 0; i < a->length; i++)
        sum += x[i] + y[i];
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

static double copy_offload(const struct arrays *a)
{
    double *to = a->to;
    const double *from = a->from;
    ptrdiff_t threads = (ptrdiff_t)passes(TRI_OFFLOAD) * LENGTH / COPIED;
    #pragma omp target teams distribute parallel for num_teams(tri_teams(threads / TEAM)) \
        thread_limit(TEAM) map(from: to[:LENGTH]) map(to: from[:LENGTH])
    for (ptrdiff_t k = 0; k < threads; k++) {
        ptrdiff_t first = k / TEAM * (TEAM * COPIED) % LENGTH + k % TEAM;
        double x = from[first], y = from[first + TEAM];
        to[first] = x;
        to[first + TEAM] = y;
    }
    return 0;
}

static double read_offload(const struct arrays *a)
{
    double *x = a->to;
    const double *y = a->from;
    ptrdiff_t threads = (ptrdiff_t)passes(TRI_OFFLOAD) * LENGTH / READ;
    #pragma omp target teams distribute parallel for num_teams(tri_teams(threads / TEAM)) \
        thread_limit(TEAM) map(to: x[:LENGTH], y[:LENGTH])
    for (ptrdiff_t k = 0; k < threads; k++) {
        ptrdiff_t first = k / TEAM * (TEAM * READ) % LENGTH + k % TEAM;
        double sum = 0;
        for (int n = 0; n < READ; n++)
            sum += x[first + n * TEAM] + y[first + n * TEAM];
        if (sum < 0) /* never, but the compiler cannot know */
            x[0] = sum;
    }
    return 0;
}

static volatile double sink;

/* Bytes a second, read and written, at best. */
static double bandwidth(pass_fn *pass, enum tri_path path, const struct arrays *a)
{
    double best = INFINITY, begin = tri_now();
    for (int trial = 0; trial < TRIALS; trial++) {
        double start = tri_now();
        if (trial >= LEAST_TRIALS && start - begin > PATIENCE)
            break;
        sink = pass(a);
        best = fmin(best, tri_now() - start);
    }
    return 2 * (double)a->length * sizeof(double) * passes(path) / best;
}

struct memory {
    double copied, read; /* 0: not measured yet */
};

static void time_memory(enum tri_path path, const struct arrays *a, struct memory *m)
{
    bool offload = path == TRI_OFFLOAD;
    m->copied = bandwidth(offload ? copy_offload : copy_cpu, path, a);
    if (!offload)
        m->copied = fmax(m->copied, bandwidth(stream_cpu, path, a));
    m->read = bandwidth(offload ? read_offload : read_cpu, path, a);
}

static bool measure_memory(enum tri_path path, int threads, struct memory *m, struct tri_error *e)
{
    ptrdiff_t length = length_for(path);
    double *to = aligned_alloc(64, (size_t)length * sizeof *to);
    double *from = aligned_alloc(64, (size_t)length * sizeof *from);
    bool good = to && from;
    if (good) {
        struct arrays arrays = { to, from, length, threads };
        #pragma omp parallel for num_threads(threads)
        for (ptrdiff_t i = 0; i < length; i++)
            from[i] = to[i] = 1; /* pages that exist, and are not all the same zero page */
        #pragma omp target data map(to: to[:LENGTH], from[:LENGTH]) if (path == TRI_OFFLOAD)
        time_memory(path, &arrays, m);
    }
    free(to);
    free(from);
    return good || tri_fail(e, TRI_FAILED, "out of memory while measuring the bandwidth");
}

/* ---- Both ---- */

#if defined(__FMA__)
# define WIDEST " of the build's widest vectors"
#else
# define WIDEST "" /* a build without fma asks the C library for each */
#endif

static const char *how(enum tri_path path)
{
    switch (path) {
    case TRI_OFFLOAD:
        return "fma: best of 15, 8 independent chains on each of many teams of 256 device threads";
    case TRI_AVX2: return "fma: best of 15, 12 independent chains of 256 bits on each thread";
    case TRI_SIMD: return "fma: best of 15, 12 independent chains" WIDEST " on each thread";
    default: return "fma: best of 15, 12 independent chains on each thread";
    }
}

bool tri_ceiling(enum tri_path path, enum tri_precision precision, int threads,
                 struct tri_ceiling *ceiling, struct tri_error *e)
{
    static struct memory memory[TRI_PATHS][TRI_MAX_THREADS + 1];
    static double fma_per_second[TRI_PATHS][TRI_PRECISIONS][TRI_MAX_THREADS + 1];
    double *fma = &fma_per_second[path][precision][threads]; /* 0: not measured yet */
    struct memory *m = &memory[path][threads];

    if (!tri_path_available(path, e))
        return false;
    if (*fma == 0)
        *fma = precision == TRI_FLOAT ? tri_fma_rate_float(path, threads)
                                      : tri_fma_rate_double(path, threads);
    if (m->copied == 0 && !measure_memory(path, threads, m, e))
        return false;
    *ceiling = (struct tri_ceiling){ *fma, m->copied, m->read, how(path) };
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
