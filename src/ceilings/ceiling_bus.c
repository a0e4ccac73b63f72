/* The bus: the rate of copies between the host and OpenMP's device, one direction at a time. */
#include "measure.h"
#include "build_info.h"
#include "ceiling.h"

#include <omp.h>

/* Clang's runtime has the device functions only in builds with an offload target. */
#if TRIPTYCH_OFFLOAD

/* At 50 GB/s this takes about a millisecond, a hundred times as long as starting a copy. */
enum { BYTES = 64 << 20 };

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

#else

bool tri_gpu_bus(struct tri_bus *bus)
{
    (void)bus;
    return false;
}

#endif
