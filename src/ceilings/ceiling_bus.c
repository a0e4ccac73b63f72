/* The bus: the rate of copies between the host and OpenMP's device, one direction at a time; and of those from device to
 * device, which may go through the host. */
#include "measure.h"
#include "build_info.h"
#include "ceiling.h"
#include "nvidia.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

/* Clang's runtime has the device functions only in builds with an offload target. */
#if TRIPTYCH_OFFLOAD

/* At 50 GB/s this takes about a millisecond, a hundred times as long as starting a copy. */
enum { BYTES = 64 << 20, FEW_COPIES = 5 };

struct ends {
    void *to, *from;
    int to_device, from_device;
};

static double time_copies(const void *what, ptrdiff_t copies)
{
    const struct ends *e = what;
    double start = tri_now();
    for (ptrdiff_t k = 0; k < copies; k++)
        omp_target_memcpy(e->to, e->from, BYTES, 0, 0, e->to_device, e->from_device);
    return tri_now() - start;
}

static double rate(const struct ends *e)
{
    return (double)BYTES * tri_rounds_per_second(time_copies, e, TRI_LONG_FOR_GPU);
}

bool tri_gpu_bus(struct tri_bus *bus)
{
    struct tri_error none;
    if (!tri_device_pinning.available(&none))
        return false;
    int device = omp_get_default_device(), host = omp_get_initial_device();
    void *here = tri_device_pinning.allocate(BYTES), *there = omp_target_alloc(BYTES, device);
    bool good = here && there;
    if (good) {
        bus->to = rate(&(struct ends){ there, here, device, host });
        bus->from = rate(&(struct ends){ here, there, host, device });
    }
    if (there)
        omp_target_free(there, device);
    if (here)
        tri_device_pinning.release(here);
    return good;
}

/* ---- From device to device ---- */

/* Of a few copies: the first one also opens the way between two GPUs. */
static double best_rate(const struct ends *e)
{
    double best = INFINITY;
    for (int k = 0; k < FEW_COPIES; k++)
        best = fmin(best, time_copies(e, 1));
    return (double)BYTES / best;
}

/* Host memory that a device copies to as fast as it can: pinned, where there is such a kind. */
static const struct tri_pinning *host_memory(void)
{
    static const struct tri_pinning ordinary = { NULL, malloc, free };
    struct tri_error none;
    return tri_device_pinning.available(&none) ? &tri_device_pinning : &ordinary;
}

static bool measure_copies(int to, int from, struct tri_copies *copies)
{
    const struct tri_pinning *by = host_memory();
    void *there = omp_target_alloc(BYTES, to), *here = omp_target_alloc(BYTES, from),
         *host = by->allocate(BYTES);
    bool good = there && here && host;
    const enum tri_wait before = tri_device_told_to_wait();
    tri_device_wait(TRI_WAIT_AWAKE);
    if (good) {
        copies->between = best_rate(&(struct ends){ there, here, to, from });
        copies->to_host = best_rate(&(struct ends){ host, here, omp_get_initial_device(), from });
    }
    tri_device_wait(before);
    if (there)
        omp_target_free(there, to);
    if (here)
        omp_target_free(here, from);
    if (host)
        by->release(host);
    return good;
}

bool tri_device_copies(int to, int from, struct tri_copies *copies)
{
    static struct tri_copies known[TRI_MAX_DEVICES][TRI_MAX_DEVICES];
    struct tri_copies *pair = &known[to][from];
    if (pair->between == 0 && !measure_copies(to, from, pair))
        return false;
    *copies = *pair;
    return true;
}

double tri_gpu_copied(size_t bytes)
{
    const int device = omp_get_default_device();
    void *from = omp_target_alloc(bytes, device), *to = omp_target_alloc(bytes, device);
    double best = INFINITY;
    bool good = from && to;
    for (int i = 0; good && i < FEW_COPIES; i++) {
        double begin = tri_now();
        good = omp_target_memcpy(to, from, bytes, 0, 0, device, device) == 0;
        best = fmin(best, tri_now() - begin);
    }
    omp_target_free(from, device);
    omp_target_free(to, device);
    return good ? 2 * (double)bytes / best : NAN;
}

#else

double tri_gpu_copied(size_t bytes)
{
    return NAN;
}

bool tri_device_copies(int to, int from, struct tri_copies *copies)
{
    return false;
}

bool tri_gpu_bus(struct tri_bus *bus)
{
    return false;
}

#endif

/* A copy that goes through the host contains one to the host, so it is no faster than that. */
bool tri_copies_direct(const struct tri_copies *copies)
{
    return copies->between > copies->to_host;
}
