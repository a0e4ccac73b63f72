/* The time that kernels take by a GPU's own clock: activity records of CUPTI. */
#include "kernel_time.h"

#include "measure.h"
#include "nvidia.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* CUpti_ActivityKind, CUpti_ActivityFlag */
enum { CONCURRENT_KERNEL = 10, FORCED = 1 };

/* How CUpti_ActivityKernel4 (CUDA 9) to CUpti_ActivityKernel10 (CUDA 13) begin.  Times are in ns. */
struct kernel_record {
    uint32_t kind;
    uint8_t cache, shared;
    uint16_t registers;
    int32_t partitioned[2];
    uint64_t start, end;
};

struct interval {
    uint64_t start, end;
};

enum { BUFFER = 1 << 20, ALIGNED = 8 };

static struct {
    const struct tri_cupti *used; /* NULL: the library's */
    struct tri_cupti library;
    bool found;
    char problem[200];
    pthread_mutex_t lock; /* CUPTI completes buffers in a thread of its own, too */
    struct interval *all;
    size_t n, room;
    bool lost; /* a record without times, or without memory for it */
} traced = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* ---- The library ------------------------------------------------------------------------------ */

static void *open_library(void)
{
    static const char *const names[] = { "libcupti.so",
                                         "libcupti.so.13",
                                         "libcupti.so.12",
                                         "libcupti.so.11.8",
                                         "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so",
                                         "/usr/local/cuda/lib64/libcupti.so" };
    void *library = NULL;
    for (size_t i = 0; !library && i < sizeof names / sizeof *names; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return library;
}

static void find_library(void)
{
    static const struct tri_symbol symbols[] = {
        { "cuptiActivityRegisterCallbacks", offsetof(struct tri_cupti, callbacks) },
        { "cuptiActivityEnable", offsetof(struct tri_cupti, enable) },
        { "cuptiActivityDisable", offsetof(struct tri_cupti, disable) },
        { "cuptiActivityFlushAll", offsetof(struct tri_cupti, flush) },
        { "cuptiActivityGetNextRecord", offsetof(struct tri_cupti, next) },
        { "cuptiFinalize", offsetof(struct tri_cupti, finalize) },
        { NULL, 0 }
    };
    void *library = open_library();
    const char *missing = library ? tri_find_symbols(library, symbols, &traced.library) : NULL;
    traced.found = library && !missing;
    if (!library)
        snprintf(traced.problem, sizeof traced.problem,
                 "libcupti.so not found: it is in CUDA's extras/CUPTI/lib64 (LD_LIBRARY_PATH)");
    else if (missing)
        snprintf(traced.problem, sizeof traced.problem, "libcupti.so has no %s", missing);
}

static const struct tri_cupti *cupti(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (traced.used)
        return traced.used;
    pthread_once(&once, find_library);
    return traced.found ? &traced.library : NULL;
}

void tri_kernel_time_use(const struct tri_cupti *functions)
{
    traced.used = functions;
    *traced.problem = '\0';
}

const char *tri_device_time_problem(void)
{
    return *traced.problem ? traced.problem : NULL;
}

/* ---- Records ---------------------------------------------------------------------------------- */

static bool has_room(void)
{
    if (traced.n < traced.room)
        return true;
    size_t room = traced.room ? 2 * traced.room : 256;
    struct interval *all = realloc(traced.all, room * sizeof *all);
    if (!all)
        return false;
    traced.all = all;
    traced.room = room;
    return true;
}

static void add(const struct kernel_record *r)
{
    if (r->kind != CONCURRENT_KERNEL)
        return;
    if (r->end > r->start && has_room())
        traced.all[traced.n++] = (struct interval){ r->start, r->end };
    else
        traced.lost = true;
}

static void give_buffer(uint8_t **buffer, size_t *size, size_t *most_records)
{
    *buffer = aligned_alloc(ALIGNED, BUFFER);
    *size = *buffer ? BUFFER : 0;
    *most_records = 0; /* as many as fit */
}

static void take_buffer(void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid)
{
    void *record = NULL;
    (void)context, (void)stream, (void)size;
    pthread_mutex_lock(&traced.lock);
    while (buffer && valid > 0 && cupti()->next(buffer, valid, &record) == 0)
        add(record);
    pthread_mutex_unlock(&traced.lock);
    free(buffer);
}

static int by_start(const void *a, const void *b)
{
    const struct interval *x = a, *y = b;
    return (x->start > y->start) - (x->start < y->start);
}

/* Nanoseconds that lie in at least one of the intervals. */
static uint64_t covered(struct interval *all, size_t n)
{
    uint64_t sum = 0, until = 0;
    if (n > 0)
        qsort(all, n, sizeof *all, by_start);
    for (size_t i = 0; i < n; i++) {
        uint64_t from = all[i].start > until ? all[i].start : until;
        if (all[i].end > from) {
            sum += all[i].end - from;
            until = all[i].end;
        }
    }
    return sum;
}

/* ---- Recording -------------------------------------------------------------------------------- */

static bool succeeds(const char *name, int error)
{
    if (error)
        snprintf(traced.problem, sizeof traced.problem, "%s fails with CUptiResult %d", name,
                 error);
    return !error;
}

bool tri_kernel_time_begin(void)
{
    const struct tri_cupti *c = cupti();
    traced.n = 0;
    traced.lost = false;
    return c &&
           succeeds("cuptiActivityRegisterCallbacks", c->callbacks(give_buffer, take_buffer)) &&
           succeeds("cuptiActivityEnable", c->enable(CONCURRENT_KERNEL));
}

double tri_kernel_time_run(void)
{
    bool good = succeeds("cuptiActivityFlushAll", cupti()->flush(FORCED));
    pthread_mutex_lock(&traced.lock);
    double seconds = good && !traced.lost ? 1e-9 * (double)covered(traced.all, traced.n) : 0;
    traced.n = 0;
    traced.lost = false;
    pthread_mutex_unlock(&traced.lock);
    return seconds;
}

void tri_kernel_time_end(void)
{
    const struct tri_cupti *c = cupti();
    c->disable(CONCURRENT_KERNEL);
    c->flush(FORCED);
    c->finalize();
    free(traced.all);
    traced.all = NULL;
    traced.n = traced.room = 0;
}
