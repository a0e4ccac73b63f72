/*
 * ran_on() -- asked inside a target region: where does this run?
 *
 * An offload that quietly falls back to the host is the oldest trap of OpenMP, and no setting of
 * OMP_TARGET_OFFLOAD closes it under every compiler.  So each offload region carries its own proof
 * home in a mapped integer.  omp_is_initial_device() tells host from device; the variant tells a
 * GPU from the runtime's device that is the CPU itself.
 */
#ifndef TRI_RAN_ON_H
#define TRI_RAN_ON_H

#include <omp.h>

#include "triptych.h"

#pragma omp declare target
#if defined(__clang__)
__attribute__((unused)) static inline int triptych_place_on_gpu(void)
{
    return TRI_GPU;
}

/* Where it is compiled for a GPU, the call goes to the function above instead. */
# pragma omp declare variant(triptych_place_on_gpu) match(device = { kind(gpu) })
static inline int triptych_place(void)
{
    return TRI_HOST_PLUGIN;
}
#else
/* GCC and nvc have no device that is the CPU, so omp_is_initial_device() says it all.  (GCC's linker for nvptx
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

#endif
