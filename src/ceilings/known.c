/* The ceilings of this process: each is measured once, when it is first needed, and again if it was found to
 * be too low. */
#include "measure.h"
#include "ceiling.h"
#include "nvidia.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* ---- What is measured where ---------------------------------------------------------------------- */

/* If the device is the CPU itself, the ceilings are the CPU's, on all of its processors. */
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

static double integer_rate(enum tri_path path, int threads)
{
    return path == TRI_OFFLOAD ? tri_gpu_integer_rate() : tri_cpu_integer_rate(path, threads);
}

static bool bandwidth(enum tri_path path, int threads, size_t footprint, struct tri_bandwidth *b)
{
    return path == TRI_OFFLOAD ? tri_gpu_bandwidth(footprint, b)
                               : tri_cpu_bandwidth(path, threads, footprint, b);
}

static double clock_held(enum tri_path path)
{
    return is_gpu(path) ? tri_gpu_clock_now() : 0;
}

static const struct tri_ceiling_source machine = {
    chain_rate, integer_rate, tri_gpu_team_rate, tri_gpu_tensor_rate,
    bandwidth,  tri_gpu_bus,  clock_held,        .fresh = 2,
};
const struct tri_ceiling_source *tri_ceiling_source = &machine;

/* ---- Sizes ----
 *
 * Data that fit in a cache are faster there, so memory's ceiling is measured with arrays as large as the data of
 * the case: the next smaller power of two, which is not slower.  Far beyond the size of all caches, the
 * rate is always the same.
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

/* Arrays smaller than the least would stay in the L1 caches, which are empty when a region begins. */
static int rounded(bool gpu, int threads, size_t footprint)
{
    size_t least = gpu ? GPU_LEAST : (size_t)threads * TRI_NEAREST;
    size_t most =
        gpu ? GPU_MOST
            : smaller(larger(4 * tri_cpu_cache_bytes(), CPU_MOST), tri_memory_bytes() / 4);
    return size_of(larger(least, smaller(footprint, most)));
}

/* ---- Once for each process, and again ------------------------------------------------------------ */

/* The best that was measured, at which clock of the GPU (0: not known), and when it was measured last; 0: not yet. */
struct known {
    double rate, clock, when;
};

struct all_known {
    struct known chain[TRI_PRECISIONS][TRI_CHAIN_KINDS], integers, team, tensor;
    struct known copied[SIZES], read[SIZES];
};

static struct all_known *known[TRI_PATHS][TRI_MAX_THREADS + 1];

/* Of that path on so many threads.  It stays for as long as the process. */
static bool make_room(enum tri_path path, int threads, struct tri_error *e)
{
    struct all_known **all = &known[path][threads];
    if (!*all)
        *all = calloc(1, sizeof **all);
    return *all || tri_fail(e, TRI_FAILED, "out of memory for ceilings");
}

struct query {
    enum tri_path path;
    enum tri_precision precision;
    int threads;
    size_t footprint;
    const struct tri_work *work; /* NULL: all ceilings */
    enum tri_resource again;     /* is measured again (TRI_RESOURCES: none is), */
    double age;                  /* if the last time was so many seconds ago, */
    double least;                /* and the result counts if it is so many times as high */
    int devices;                 /* that share the work, 0: one */
    double clock;                /* of the GPU in the run, in Hz; 0: not known */
};

static bool is_due(const struct query *q, enum tri_resource resource, const struct known *k)
{
    return k->rate == 0 || (q->again == resource && tri_now() - k->when >= q->age);
}

/* A rate of another clock, as it is at that of the best. */
static double at_clock_of(const struct known *k, double rate, double clock)
{
    return k->clock > 0 && clock > 0 ? rate * k->clock / clock : rate;
}

static double keep(const struct query *q, struct known *k, double rate)
{
    double clock = tri_ceiling_source->clock ? tri_ceiling_source->clock(q->path) : 0;
    if (k->rate == 0 || at_clock_of(k, rate, clock) > q->least * k->rate) {
        k->rate = rate;
        k->clock = clock;
    }
    k->when = tri_now();
    return k->rate;
}

/* At the clock of the run: of arithmetic, and of memory on the chip. */
static double paced(const struct query *q, const struct known *k)
{
    return k->clock > 0 && q->clock > 0 ? k->rate * q->clock / k->clock : k->rate;
}

static double known_chain(const struct query *q, enum tri_chain chain)
{
    static const enum tri_resource of[TRI_CHAIN_KINDS] = {
        [TRI_CHAIN_FMA] = TRI_FMA,
        [TRI_CHAIN_ADDITIONS] = TRI_ADDITIONS,
        [TRI_CHAIN_COMPARISONS] = TRI_ADDITIONS,
        [TRI_CHAIN_MIXED] = TRI_MIXED,
    };
    struct known *k = &known[q->path][q->threads]->chain[q->precision][chain];
    if (is_due(q, of[chain], k))
        keep(q, k, tri_ceiling_source->chain(chain, q->path, q->precision, q->threads));
    return paced(q, k);
}

static double known_integers(const struct query *q)
{
    struct known *k = &known[q->path][q->threads]->integers;
    if (is_due(q, TRI_INTEGERS, k))
        keep(q, k, tri_ceiling_source->integers(q->path, q->threads));
    return paced(q, k);
}

/* A CPU has none. */
static double known_tensor(const struct query *q)
{
    struct known *k = &known[q->path][q->threads]->tensor;
    if (q->path == TRI_OFFLOAD && is_due(q, TRI_TENSOR, k))
        keep(q, k, tri_ceiling_source->tensor());
    return paced(q, k);
}

/* For arrays of a size; `resource` is which of these rates is the limit. */
static bool known_memory(const struct query *q, int size, enum tri_resource resource,
                         struct tri_bandwidth *b, struct tri_error *e)
{
    struct known *copied = &known[q->path][q->threads]->copied[size],
                 *read = &known[q->path][q->threads]->read[size];
    *b = (struct tri_bandwidth){ copied->rate, read->rate };
    if (!is_due(q, resource, copied))
        return true;
    if (!tri_ceiling_source->bandwidth(q->path, q->threads, (size_t)1 << size, b))
        return tri_fail(e, TRI_FAILED, "out of memory while measuring the bandwidth");
    *b = (struct tri_bandwidth){ keep(q, copied, b->copied), keep(q, read, b->read) };
    return true;
}

/* Team memory; on a CPU, arrays in the L1 caches of its threads. */
static bool known_near(const struct query *q, double *rate, struct tri_error *e)
{
    struct known *k = &known[q->path][q->threads]->team;
    struct tri_bandwidth b;
    if (q->path == TRI_OFFLOAD) {
        if (is_due(q, TRI_NEAR, k))
            keep(q, k, tri_ceiling_source->team());
        *rate = paced(q, k);
        return true;
    }
    if (!known_memory(q, size_of((size_t)q->threads * TRI_NEAREST), TRI_NEAR, &b, e))
        return false;
    *rate = fmax(b.copied, b.read);
    return true;
}

/* Of the device; measured once. */
static void known_bus(struct tri_ceiling *c)
{
    static struct tri_bus bus;
    static bool asked;
    if (!asked && tri_ceiling_source->bus && !tri_ceiling_source->bus(&bus))
        bus = (struct tri_bus){ 0 };
    asked = true;
    c->to_device_per_second = bus.to;
    c->from_device_per_second = bus.from;
}

/* ---- All ceilings -------------------------------------------------------------------------------- */

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
    if (path == TRI_AVX2 && strcmp(tri_intrinsics(), "AVX2") == 0)
        return "best of 15; 15 independent chains of 256 bits on each thread";
    return "best of 15; " WIDEST " on each thread";
}

/* In a mix, half of the instructions are of each kind, so each kind alone is at least half as fast. */
static void measure_arithmetic(const struct query *q, struct tri_ceiling *c)
{
    c->fma_per_second = known_chain(q, TRI_CHAIN_FMA);
    if (q->work && q->work->additions <= 0)
        return;
    double mixed = known_chain(q, TRI_CHAIN_MIXED), additions = known_chain(q, TRI_CHAIN_ADDITIONS),
           comparisons = known_chain(q, TRI_CHAIN_COMPARISONS);
    c->fma_per_second = fmax(c->fma_per_second, mixed / 2);
    c->additions_per_second = fmax(fmax(additions, comparisons), mixed / 2);
    c->mixed_per_second = fmax(mixed, fmax(c->fma_per_second, c->additions_per_second));
}

static bool measure(const struct query *q, int size, struct tri_ceiling *c, struct tri_error *e)
{
    struct tri_bandwidth b;
    const struct tri_work *work = q->work;
    measure_arithmetic(q, c);
    if (!work || work->integers > 0)
        c->integers_per_second = known_integers(q);
    if (!work || work->tensor > 0)
        c->tensor_per_second = known_tensor(q);
    if ((!work || work->near_bytes > 0) && !known_near(q, &c->near_bytes_per_second, e))
        return false;
    if (!known_memory(q, size, c->cached ? TRI_CACHE : TRI_MEMORY, &b, e))
        return false;
    c->bytes_per_second = b.copied;
    c->bytes_read_per_second = b.read;
    return true;
}

/* Several GPUs share no resource that could be the limit. */
static void multiply(struct tri_ceiling *c, int devices)
{
    double *const rates[] = { &c->fma_per_second,        &c->additions_per_second,
                              &c->mixed_per_second,      &c->integers_per_second,
                              &c->tensor_per_second,     &c->bytes_per_second,
                              &c->bytes_read_per_second, &c->near_bytes_per_second };
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        *rates[i] *= devices;
}

static bool find(struct query q, struct tri_ceiling *ceiling, struct tri_error *e)
{
    struct tri_ceiling c = { .how = how(q.path) };
    if (!tri_path_available(q.path, e))
        return false;
    bool gpu = is_gpu(q.path);
    size_t caches = q.path == TRI_OFFLOAD ? tri_device_cache_bytes() : tri_cpu_cache_bytes();
    if (q.path == TRI_OFFLOAD && !gpu) {
        q.path = TRI_SIMD;
        q.threads = (int)smaller((size_t)omp_get_num_procs(), TRI_MAX_THREADS);
    }
    q.threads = gpu ? 1 : q.threads;
    if (!make_room(q.path, q.threads, e))
        return false;
    int size = rounded(gpu, q.threads, q.footprint);
    c.footprint = (size_t)1 << size;
    c.cached = c.footprint <= caches;
    const enum tri_wait before = tri_device_told_to_wait();
    if (gpu)
        tri_device_begin();
    tri_device_wait(TRI_WAIT_AWAKE); /* what the hardware can do does not depend on it */
    bool good = measure(&q, size, &c, e);
    if (gpu)
        known_bus(&c);
    tri_device_wait(before);
    if (gpu)
        tri_device_end();
    if (gpu && q.devices > 1)
        multiply(&c, q.devices);
    c.clock = q.clock;
    if (good)
        *ceiling = c;
    return good;
}

bool tri_ceiling(enum tri_path path, enum tri_precision precision, int threads, size_t footprint,
                 const struct tri_work *work, struct tri_ceiling *ceiling, struct tri_error *e)
{
    const struct query q = { path, precision, threads, footprint, work, .again = TRI_RESOURCES };
    return find(q, ceiling, e);
}

/* ---- For a measurement --------------------------------------------------------------------------- */

static const double PATIENCE = 1; /* seconds to spend on a ceiling that is too low */

static bool is_exceeded(const struct tri_ceiling *c, const struct tri_measurement *m)
{
    return m->work.units / tri_median(&m->kernel) > TRI_MOST_SHARE * tri_ceiling_rate(c, &m->work);
}

/* Measures the limiting ceiling again, if it was measured `age` seconds ago; counts if it is `least` times as high. */
static bool find_again(struct query q, double age, double least, struct tri_ceiling *ceiling,
                       struct tri_error *e)
{
    q.again = tri_ceiling_binds(ceiling, q.work);
    q.age = age;
    q.least = least;
    return find(q, ceiling, e);
}

/* A ceiling that is a little higher by chance is kept only if it is needed, so that rows of one run have the same. */
bool tri_ceiling_for(const struct tri_case *c, const struct tri_measurement *m,
                     struct tri_ceiling *ceiling, struct tri_error *e)
{
    int shared_by = m->launch.ranks ? m->launch.ranks : m->launch.devices;
    size_t devices = larger((size_t)shared_by, 1);
    const struct query q = {
        m->path,  c->hotspot->precision,  m->launch.threads,    tri_case_bytes(c) / devices,
        &m->work, .again = TRI_RESOURCES, .devices = shared_by, .clock = m->clock
    };
    bool good =
        find(q, ceiling, e) && find_again(q, tri_ceiling_source->fresh, TRI_MOST_SHARE, ceiling, e);
    double begin = tri_now();
    for (int n = 0; good && n < TRI_AGAIN && is_exceeded(ceiling, m); n++) {
        if (tri_now() - begin > PATIENCE)
            break;
        good = find_again(q, 0, 1, ceiling, e);
    }
    return good;
}
