/* Known things, measured. */
#include "selfcheck.h"

#include "ceiling.h"
#include "conditions.h"
#include "measure.h"
#include "nvidia.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct list {
    struct self_check *all;
    size_t n;
};

static void add(struct list *l, struct self_check c)
{
    if (l->n < SELF_CHECKS)
        l->all[l->n++] = c;
}

/* ---- The timer -------------------------------------------------------------------------------- */

static double seconds_by(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double smallest_step(void)
{
    enum { STEPS = 1000 };
    double least = INFINITY;
    for (int i = 0; i < STEPS; i++) {
        double begin = tri_now(), now = begin;
        while (now == begin)
            now = tri_now();
        least = fmin(least, now - begin);
    }
    return least;
}

/* Seconds by another clock that pass in one second of the timer, while this thread computes.  The best of a few: others may
 * take the processor in between. */
static double seconds_in_one(clockid_t clock, double wanted)
{
    enum { TRIALS = 5 };
    static const double LONG = 0.05;
    double best = INFINITY;
    for (int i = 0; i < TRIALS; i++) {
        const double other = seconds_by(clock), begin = tri_now();
        while (tri_now() - begin < LONG)
            ;
        const double share = (seconds_by(clock) - other) / (tri_now() - begin);
        best = fabs(share - wanted) < fabs(best - wanted) ? share : best;
    }
    return best;
}

static double sleep_of_20_ms(void)
{
    enum { TRIALS = 5 };
    const struct timespec asked = { .tv_nsec = 20000000 };
    double best = INFINITY;
    for (int i = 0; i < TRIALS; i++) {
        double begin = tri_now();
        if (nanosleep(&asked, NULL) == 0)
            best = fmin(best, tri_now() - begin);
    }
    return isinf(best) ? NAN : best;
}

static void check_timer(struct list *l)
{
    add(l, (struct self_check){ "timer: its smallest step", smallest_step(), "s", 1e-10, 1e-6,
                                "too coarse for times of microseconds" });
    add(l, (struct self_check){ "timer: CLOCK_REALTIME / it", seconds_in_one(CLOCK_REALTIME, 1), "",
                                0.995, 1.005, "one of the two clocks is wrong, or was set" });
    add(l, (struct self_check){ "timer: CLOCK_MONOTONIC_RAW / it",
                                seconds_in_one(CLOCK_MONOTONIC_RAW, 1), "", 0.999, 1.001,
                                "one of the two clocks is wrong" });
    add(l, (struct self_check){ "timer: a sleep of 20 ms", sleep_of_20_ms(), "s", 0.02, 0.04,
                                "the timer is wrong, or nobody wakes us" });
    add(l, (struct self_check){ "processor: the share that this thread has",
                                seconds_in_one(CLOCK_THREAD_CPUTIME_ID, 1), "", 0.8, 1.005,
                                "others use this processor: times say little" });
}

/* ---- A core ----------------------------------------------------------------------------------- */

static double hertz_of_system(void)
{
    struct tri_conditions c = { 0 };
    tri_conditions_begin(&c, false);
    return tri_condition_known(&c, TRI_CPU_HZ_BEGIN) ? c.value[TRI_CPU_HZ_BEGIN] : NAN;
}

/* Every processor does an addition in one cycle.  Returns the clock. */
static double check_core(struct list *l)
{
    const double hertz = 1 / tri_cpu_step_seconds(TRI_STEP_ADDITION);
    add(l, (struct self_check){ "core: its clock, by additions", hertz, "Hz", 5e8, 7e9,
                                "no clock of a processor: the timer, or who else is here?" });
    add(l, (struct self_check){ "core: the same / what the system says", hertz / hertz_of_system(),
                                "", 0.4, 2.5, "the system's clock is not the processor's" });
    add(l, (struct self_check){ "core: cycles of a multiplication (double)",
                                hertz * tri_cpu_step_seconds(TRI_STEP_MULTIPLICATION), "", 2, 7,
                                "two loops of known cycles do not agree" });
    return hertz;
}

/* What a compiler cannot leave out, or do at another time. */
static void is_needed(const void *from, const void *to)
{
    __asm__ volatile("" : : "r"(from), "r"(to) : "memory");
}

/* Bytes a second that one thread reads and writes together. */
static double copied(size_t bytes)
{
    enum { TRIALS = 5 };
    char *from = malloc(bytes), *to = malloc(bytes);
    double best = INFINITY;
    for (int i = 0; from && to && i < TRIALS; i++) {
        memset(from, i, bytes);
        is_needed(from, to);
        double begin = tri_now();
        memcpy(to, from, bytes);
        is_needed(from, to);
        best = fmin(best, tri_now() - begin);
    }
    bool good = from && to;
    free(from);
    free(to);
    return good ? 2 * (double)bytes / best : NAN;
}

static const struct tri_ceiling unknown = { .fma_per_second = NAN,
                                            .bytes_per_second = NAN,
                                            .near_bytes_per_second = NAN };

/* ---- The ceilings of the CPU ------------------------------------------------------------------ */

/* What no processor exceeds in a cycle: two fma of 512 bits; two loads and a store of 512 bits. */
enum { MOST_BITS = 1024, MOST_BYTES = 192 };

static void check_cpu_ceilings(struct list *l, enum tri_precision p, double hertz)
{
    const size_t far = (size_t)256 << 20;
    const int threads =
        omp_get_max_threads() < TRI_MAX_THREADS ? omp_get_max_threads() : TRI_MAX_THREADS;
    const double bits = p == TRI_FLOAT ? 32 : 64, cycles = hertz * threads;
    struct tri_ceiling c;
    struct self_check check = { .measured = NAN, .unit = "" };
    if (!tri_ceiling(TRI_SIMD, p, threads, far, NULL, &c, NULL))
        c = unknown;
    snprintf(check.what, sizeof check.what, "ceiling: fma in a cycle of a thread, %s",
             tri_precision_name(p));
    check.measured = c.fma_per_second / cycles;
    check.least = 0.25;
    check.most = MOST_BITS / bits * TRI_MOST_SHARE;
    check.otherwise = "more than a processor has units, or nearly none";
    add(l, check);
    if (p == TRI_FLOAT)
        return;
    add(l,
        (struct self_check){ "ceiling: bytes in a cycle, nearest cache",
                             c.near_bytes_per_second / cycles, "B", 4, MOST_BYTES * TRI_MOST_SHARE,
                             "more than a processor loads and stores, or nearly nothing" });
    add(l, (struct self_check){ "ceiling: memory / nearest cache",
                                c.bytes_per_second / c.near_bytes_per_second, "", 1e-3, 1,
                                "memory cannot be faster than a cache" });
    add(l, (struct self_check){ "ceiling: a thread's copy of 256 MiB / memory",
                                copied(far) / c.bytes_per_second, "", 0.02, 1.15,
                                "a plain copy is faster than the ceiling" });
}

/* ---- A GPU ------------------------------------------------------------------------------------ */

static const struct tri_nvidia_device *gpu(void)
{
    const int i = tri_device_number();
    return i >= 0 && i < tri_nvidia()->devices ? &tri_nvidia()->device[i] : NULL;
}

static void check_gpu_memory(struct list *l, const struct tri_ceiling *c)
{
    const size_t bytes = (size_t)1 << 30;
    const struct tri_nvidia_device *d = gpu();
    const double peak = d && d->memory_khz > 0 ? 2e3 * d->memory_khz * d->memory_bits / 8 : NAN;
    add(l, (struct self_check){ "GPU: memory / its clock and width", c->bytes_per_second / peak, "",
                                0.4, 1.01, "more bytes than its pins carry, or far fewer" });
    add(l, (struct self_check){ "GPU: a copy of 1 GiB / memory",
                                tri_gpu_copied(bytes) / c->bytes_per_second, "", 0.6, 1.1,
                                "the runtime's copy is faster than the ceiling, or far slower" });
}

static void check_gpu(struct list *l)
{
    const struct tri_nvidia_device *d = gpu();
    struct tri_ceiling c[TRI_PRECISIONS];
    const double step = tri_gpu_step_seconds(), clock = tri_gpu_clock_now();
    const double hertz = clock > 0 ? clock : NAN;
    add(l, (struct self_check){ "GPU: cycles of an fma after an fma, float", step * hertz, "", 3.5,
                                6.5, "its clock is not what NVML says, or the timer is wrong" });
    for (int p = 0; p < TRI_PRECISIONS; p++)
        if (!tri_ceiling(TRI_OFFLOAD, (enum tri_precision)p, 1, (size_t)1 << 30, NULL, &c[p], NULL))
            c[p] = unknown;
    const double cycles = d ? hertz * d->multiprocessors : NAN;
    add(l, (struct self_check){ "GPU: fma in a multiprocessor's cycle, float",
                                c[TRI_FLOAT].fma_per_second / cycles, "", 32, 128 * TRI_MOST_SHARE,
                                "more than it has units, or nearly none" });
    add(l, (struct self_check){ "GPU: the same, double", c[TRI_DOUBLE].fma_per_second / cycles, "",
                                1, 64 * TRI_MOST_SHARE, "more than it has units, or nearly none" });
    check_gpu_memory(l, &c[TRI_DOUBLE]);
}

/* ---- All of them ------------------------------------------------------------------------------ */

size_t self_checks(struct self_check all[SELF_CHECKS])
{
    struct list l = { .all = all };
    check_timer(&l);
    const double hertz = check_core(&l);
    for (int p = 0; p < TRI_PRECISIONS; p++)
        check_cpu_ceilings(&l, (enum tri_precision)p, hertz);
    if (tri_device_start(NULL) && tri_device_place() == TRI_GPU)
        check_gpu(&l);
    return l.n;
}
