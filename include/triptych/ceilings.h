/*
 * Ceilings: what the hardware can do of what a run needs, which its rate is compared with.
 */
#pragma once

#include "measure.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What can limit a run. */
enum tri_resource {
    TRI_FMA,       /* the fma units, which also multiply and divide */
    TRI_ADDITIONS, /* units that add and compare; some cores have separate ones */
    TRI_MIXED,     /* both together: the issue of instructions to either */
    TRI_INTEGERS,
    TRI_TENSOR, /* a GPU's tensor cores, in double */
    TRI_MEMORY,
    TRI_CACHE, /* instead of memory, if a cache holds the working set */
    TRI_NEAR,  /* a core's nearest cache; team memory on a GPU */
    TRI_RESOURCES
};

/* "fma", "fma+add", "memory", …; "nothing" for TRI_RESOURCES. */
const char *tri_resource_name(enum tri_resource);

/* What the hardware can do, measured in this process with the path's vectors and threads: instructions
 * a second, counted as in tri_work, and bytes.  0 or NaN: not measured. */
struct tri_ceiling {
    double fma_per_second;
    double additions_per_second;
    double mixed_per_second; /* fma and additions, half of each */
    double integers_per_second;
    double tensor_per_second;     /* fma in double */
    double bytes_per_second;      /* read plus written, in arrays of .footprint */
    double bytes_read_per_second; /* only read, in such arrays */
    double near_bytes_per_second;
    /* The bus, each way: copies between pinned memory of the host and the device's. */
    double to_device_per_second, from_device_per_second;
    size_t footprint; /* bytes of the working set, rounded down to a power of two */
    bool cached;      /* it fits in a cache */
    const char *how;  /* how it was measured, in a phrase */
    double
        clock; /* in Hz: rates that depend on a GPU's clock are given for this clock; 0: as measured */
};

/* The ceiling on `threads`, at most TRI_MAX_THREADS, for a run with a working set of `footprint` bytes.  It is measured
 * when first requested; additions, integers, tensor cores and near memory only if the work uses them (NULL:
 * all). */
bool tri_ceiling(enum tri_path, enum tri_precision, int threads, size_t footprint,
                 const struct tri_work *, struct tri_ceiling *, struct tri_error *e);

/* A share above this means that the ceiling is wrong. */
#define TRI_MOST_SHARE 1.05

/* The same for a run that was measured.  The speed of shared processors varies.  So the limiting ceiling is measured
 * again if its last measurement is some seconds old, and, if the run's median exceeds TRI_MOST_SHARE of it,
 * at most five times or for a second.  The highest value counts for all later calls.  Where the clock is known that the run
 * and the ceiling held, the ceiling of all but memory is as it is at the run's clock. */
bool tri_ceiling_for(const struct tri_case *, const struct tri_measurement *, struct tri_ceiling *,
                     struct tri_error *e);

/* The least time in seconds that the work needs of a resource; 0: it does not use it, or it was not measured. */
double tri_ceiling_seconds(const struct tri_ceiling *, const struct tri_work *, enum tri_resource);

/* The resource that limits the work; TRI_RESOURCES: it uses none. */
enum tri_resource tri_ceiling_binds(const struct tri_ceiling *, const struct tri_work *);

/* The instructions per second that arithmetic allows for the work's mix, and the resource that limits them. */
double tri_ceiling_arithmetic(const struct tri_ceiling *, const struct tri_work *,
                              enum tri_resource *);

/* The bandwidth for such work: of reading, if it only reads, else of copying. */
double tri_ceiling_bandwidth(const struct tri_ceiling *, const struct tri_work *);

/* The units per second that the limiting ceiling allows for this work. */
double tri_ceiling_rate(const struct tri_ceiling *, const struct tri_work *);

#ifdef __cplusplus
}
#endif
