/* Ceilings: what the arithmetic units, the memory and the caches of this machine can do, and which of them
 * a given work meets first.  (S. Williams, A. Waterman, D. Patterson: Roofline, CACM 52(4), 2009.) */
#include "measure.h"

#include "ceiling.h"

#include <math.h>
#include <omp.h>

/* ---- What is measured where ---------------------------------------------------------------------- */

/* A device that is the CPU itself has the CPU's ceilings, on all of its processors. */
static bool is_gpu(enum tri_path path)
{
    return path == TRI_OFFLOAD && tri_device_place() == TRI_GPU;
}

static double chain_rate(enum tri_chain chain, enum tri_path path, enum tri_precision precision,
                         int threads)
{
    return precision == TRI_FLOAT ? tri_chain_rate_float(chain, path, threads)
                                  : tri_chain_rate_double(chain, path, threads);
}

/* ---- Sizes ----
 *
 * What fits in a cache is faster there, so that memory's ceiling is that of arrays as large as what is
 * worked on: the next power of two below, which is not slower.  What is larger than all caches by far is
 * as fast as anything larger.
 */
enum { GPU_LEAST = 4 << 20, GPU_MOST = 512 << 20, CPU_MOST = 256 << 20, SIZES = 64 };

static int size_of(size_t bytes)
{
    int size = 0;
    for (; bytes > 1; bytes /= 2)
        size++;
    return size;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Less than the least would stay in the first caches, of which a region's first look finds nothing. */
static int rounded(bool gpu, int threads, size_t footprint)
{
    size_t least = gpu ? GPU_LEAST : (size_t)threads * TRI_NEAREST;
    size_t most =
        gpu ? GPU_MOST
            : smaller(larger(4 * tri_cpu_cache_bytes(), CPU_MOST), tri_memory_bytes() / 4);
    return size_of(larger(least, smaller(footprint, most)));
}

static bool bandwidth(enum tri_path path, int threads, size_t footprint, struct tri_bandwidth *b,
                      struct tri_error *e)
{
    bool good = path == TRI_OFFLOAD ? tri_gpu_bandwidth(footprint, b)
                                    : tri_cpu_bandwidth(path, threads, footprint, b);
    return good || tri_fail(e, TRI_FAILED, "out of memory while measuring the bandwidth");
}

/* ---- Once a process ------------------------------------------------------------------------------ */

/* 0: not measured yet. */
static struct {
    double chain[TRI_PRECISIONS][TRI_CHAIN_KINDS], integers, near;
    struct tri_bandwidth memory[SIZES];
} known[TRI_PATHS][TRI_MAX_THREADS + 1];

static double known_chain(enum tri_chain chain, enum tri_path path, enum tri_precision precision,
                          int threads)
{
    double *rate = &known[path][threads].chain[precision][chain];
    if (*rate == 0)
        *rate = chain_rate(chain, path, precision, threads);
    return *rate;
}

static double known_integers(enum tri_path path, int threads)
{
    double *rate = &known[path][threads].integers;
    if (*rate == 0)
        *rate = path == TRI_OFFLOAD ? tri_gpu_integer_rate() : tri_cpu_integer_rate(path, threads);
    return *rate;
}

static bool known_memory(enum tri_path path, int threads, int size, struct tri_bandwidth *b,
                         struct tri_error *e)
{
    struct tri_bandwidth *m = &known[path][threads].memory[size];
    bool good = m->copied != 0 || bandwidth(path, threads, (size_t)1 << size, m, e);
    *b = *m;
    return good;
}

/* Team memory; or arrays that lie in the threads' nearest caches. */
static bool known_near(enum tri_path path, int threads, double *rate, struct tri_error *e)
{
    double *near = &known[path][threads].near;
    struct tri_bandwidth b;
    int size = size_of((size_t)threads * TRI_NEAREST);
    if (*near == 0 && path == TRI_OFFLOAD)
        *near = tri_gpu_team_rate();
    if (*near == 0 && !known_memory(path, threads, size, &b, e))
        return false;
    if (*near == 0)
        *near = fmax(b.copied, b.read);
    *rate = *near;
    return true;
}

/* ---- All together -------------------------------------------------------------------------------- */

#if defined(__FMA__) || !defined(__x86_64__)
# define WIDEST "15 independent chains of the build's widest vectors"
#else
# define WIDEST "15 independent chains, of multiplications for want of fma,"
#endif

static const char *how(enum tri_path path)
{
    if (is_gpu(path))
        return "best of 15; 8 independent chains on each of many teams of 256 device threads";
    if (path == TRI_OFFLOAD)
        return "best of 15; the CPU's own: " WIDEST " on each processor";
    if (path == TRI_AVX2)
        return "best of 15; 15 independent chains of 256 bits on each thread";
    return "best of 15; " WIDEST " on each thread";
}

static bool measure(enum tri_path path, enum tri_precision precision, int threads, int size,
                    const struct tri_work *work, struct tri_ceiling *c, struct tri_error *e)
{
    struct tri_bandwidth b;
    c->fma_per_second = known_chain(TRI_CHAIN_FMA, path, precision, threads);
    if (!work || work->additions > 0) {
        c->additions_per_second =
            fmax(known_chain(TRI_CHAIN_ADDITIONS, path, precision, threads),
                 known_chain(TRI_CHAIN_COMPARISONS, path, precision, threads));
        c->mixed_per_second = fmax(known_chain(TRI_CHAIN_MIXED, path, precision, threads),
                                   fmax(c->fma_per_second, c->additions_per_second));
    }
    if (!work || work->integers > 0)
        c->integers_per_second = known_integers(path, threads);
    if ((!work || work->near_bytes > 0) && !known_near(path, threads, &c->near_bytes_per_second, e))
        return false;
    if (!known_memory(path, threads, size, &b, e))
        return false;
    c->bytes_per_second = b.copied;
    c->bytes_read_per_second = b.read;
    return true;
}

bool tri_ceiling(enum tri_path path, enum tri_precision precision, int threads, size_t footprint,
                 const struct tri_work *work, struct tri_ceiling *ceiling, struct tri_error *e)
{
    struct tri_ceiling c = { .how = how(path) };
    if (!tri_path_available(path, e))
        return false;
    bool gpu = is_gpu(path);
    size_t caches = path == TRI_OFFLOAD ? tri_device_cache_bytes() : tri_cpu_cache_bytes();
    if (path == TRI_OFFLOAD && !gpu) {
        path = TRI_SIMD;
        threads = (int)smaller((size_t)omp_get_num_procs(), TRI_MAX_THREADS);
    }
    int size = rounded(gpu, gpu ? 1 : threads, footprint);
    c.footprint = (size_t)1 << size;
    c.cached = c.footprint <= caches;
    if (gpu)
        tri_device_begin();
    bool good = measure(path, precision, gpu ? 1 : threads, size, work, &c, e);
    if (gpu)
        tri_device_end();
    if (good)
        *ceiling = c;
    return good;
}

/* ---- What binds ---------------------------------------------------------------------------------- */

double tri_ceiling_bandwidth(const struct tri_ceiling *ceiling, const struct tri_work *work)
{
    return work->only_reads ? ceiling->bytes_read_per_second : ceiling->bytes_per_second;
}

/* What is not used takes no time, nor does what was not measured. */
static double seconds(double amount, double per_second)
{
    return amount > 0 && per_second > 0 ? amount / per_second : 0;
}

double tri_ceiling_seconds(const struct tri_ceiling *c, const struct tri_work *w,
                           enum tri_resource resource)
{
    /* without a ceiling of their own they are set against fma, as all instructions once were */
    double additions = c->additions_per_second > 0 ? fmax(w->additions, 0) : 0;
    double integers = c->integers_per_second > 0 ? fmax(w->integers, 0) : 0;
    double fma = w->instructions - additions - integers;
    double memory = seconds(w->bytes, tri_ceiling_bandwidth(c, w));
    switch (resource) {
    case TRI_FMA: return seconds(fma, c->fma_per_second);
    case TRI_ADDITIONS: return seconds(additions, c->additions_per_second);
    case TRI_MIXED: return seconds(fma + additions, c->mixed_per_second);
    case TRI_INTEGERS: return seconds(integers, c->integers_per_second);
    case TRI_MEMORY: return c->cached ? 0 : memory;
    case TRI_CACHE: return c->cached ? memory : 0;
    case TRI_NEAR: return seconds(w->near_bytes, c->near_bytes_per_second);
    case TRI_RESOURCES: break;
    }
    return 0;
}

/* Of the resources before `last`, the one that takes longest; `last`: none takes any time. */
static enum tri_resource longest(const struct tri_ceiling *c, const struct tri_work *w,
                                 enum tri_resource last)
{
    enum tri_resource most = last;
    double most_time = 0;
    for (int i = 0; i < (int)last; i++) {
        double time = tri_ceiling_seconds(c, w, (enum tri_resource)i);
        if (time > most_time) {
            most_time = time;
            most = (enum tri_resource)i;
        }
    }
    return most;
}

enum tri_resource tri_ceiling_binds(const struct tri_ceiling *c, const struct tri_work *w)
{
    return longest(c, w, TRI_RESOURCES);
}

double tri_ceiling_rate(const struct tri_ceiling *c, const struct tri_work *w)
{
    return w->units / tri_ceiling_seconds(c, w, tri_ceiling_binds(c, w));
}

double tri_ceiling_arithmetic(const struct tri_ceiling *c, const struct tri_work *w,
                              enum tri_resource *resource)
{
    enum tri_resource most = longest(c, w, TRI_MEMORY);
    *resource = most == TRI_MEMORY ? TRI_FMA : most;
    return most == TRI_MEMORY ? c->fma_per_second
                              : w->instructions / tri_ceiling_seconds(c, w, most);
}

const char *tri_resource_name(enum tri_resource resource)
{
    static const char *const names[TRI_RESOURCES + 1] = {
        [TRI_FMA] = "fma",           [TRI_ADDITIONS] = "additions", [TRI_MIXED] = "fma+add",
        [TRI_INTEGERS] = "integers", [TRI_MEMORY] = "memory",       [TRI_CACHE] = "cache",
        [TRI_NEAR] = "near memory",  [TRI_RESOURCES] = "nothing",
    };
    return names[resource];
}
