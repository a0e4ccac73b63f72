/*
 * ran_on() -- asked inside a target region: where does this run?
 *
 * A silent fallback to the host is the best-known pitfall of OpenMP offload, and no value of
 * OMP_TARGET_OFFLOAD prevents it with every compiler.  So each offload region finds out where it runs, and
 * returns that in a mapped integer.  omp_is_initial_device() distinguishes host and device; the variant
 * distinguishes a GPU from LLVM's host plugin.
 */
#pragma once

#include <omp.h>

#include "triptych.h"

#pragma omp declare target
#if defined(__clang__)
__attribute__((unused)) static inline int triptych_place_on_gpu(void)
{
    return TRI_GPU;
}

/* In code compiled for a GPU, the function above is called instead. */
# pragma omp declare variant(triptych_place_on_gpu) match(device = { kind(gpu) })
static inline int triptych_place(void)
{
    return TRI_HOST_PLUGIN;
}
#else
/* GCC and nvc have no host device, so omp_is_initial_device() is sufficient.  (GCC's linker for nvptx
 * drops static variants, and nvc 22.5 may have ignored them.) */
static inline int triptych_place(void)
{
    return TRI_GPU;
}
#endif

static inline int ran_on(void)
{
    return omp_is_initial_device() ? (int)TRI_CPU : triptych_place();
}
#pragma omp end declare target
