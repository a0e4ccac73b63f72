/*
 * Pinned host memory, by the function that the compiler's runtime has for it.
 *
 * LLVM's function is not in omp.h; the CUDA plugin allocates such memory by cuMemAllocHost().  For `map` it is
 * ordinary host memory, which is copied (except under unified shared memory), only faster.  OpenMP's
 * trait omp_atk_pinned has no effect there: libomptarget 19 asks its CUDA plugin to lock the pages, which does nothing.
 */
#include "measure.h"

#include "build_info.h"
#include "compiler.h"
#include "kernel_files.h"

#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *tri_host_memory_name(enum tri_host_memory memory)
{
    static const char *const names[TRI_HOST_MEMORIES] = { "pageable", "pinned" };
    return names[memory];
}

/* ---- By the runtime ---- */

#if TRIPTYCH_OFFLOAD && CLANG

/* Weak, since not every release has them. */
__attribute__((weak)) void *llvm_omp_target_alloc_host(size_t bytes, int device);
__attribute__((weak)) void llvm_omp_target_free_host(void *, int device);

static bool runtime_pins(struct tri_error *e)
{
    return (llvm_omp_target_alloc_host && llvm_omp_target_free_host) ||
           tri_fail(e, TRI_FAILED, "pinned memory: this runtime has no llvm_omp_target_alloc_host");
}

static void *allocate(size_t bytes)
{
    return llvm_omp_target_alloc_host(bytes, omp_get_default_device());
}

static void release(void *memory)
{
    if (memory)
        llvm_omp_target_free_host(memory, omp_get_default_device());
}

#elif TRIPTYCH_OFFLOAD && GNU_GCC

/* Up to 13, libgomp has no such allocator. */
static omp_allocator_handle_t made = omp_null_allocator;

static void make_allocator(void)
{
    static const omp_alloctrait_t traits[] = { { omp_atk_pinned, omp_atv_true },
                                               { omp_atk_alignment, TRI_ALIGNMENT },
                                               { omp_atk_fallback, omp_atv_null_fb } };
    made = omp_init_allocator(omp_default_mem_space, 3, traits);
}

static omp_allocator_handle_t allocator(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_allocator);
    return made;
}

static void *allocate(size_t bytes)
{
    return omp_alloc(bytes, allocator());
}

static void release(void *memory)
{
    omp_free(memory, allocator());
}

/* Kilobytes that the process has locked by mlock(); -1: not known. */
static double locked(void)
{
    double kilobytes;
    return tri_number_of(&kilobytes, "VmLck:", "/proc/self/status") ? kilobytes : -1;
}

static bool pins;

/* For CUDA's driver, memory that is only locked against swapping is ordinary memory. */
static void find_out(void)
{
    enum { SOME = 1 << 16 };
    double before = locked();
    void *some = allocate(SOME);
    pins = some && before >= 0 && locked() <= before;
    if (some)
        release(some);
}

/* Threads of several devices ask at the same time. */
static bool runtime_pins(struct tri_error *e)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (allocator() == omp_null_allocator)
        return tri_fail(e, TRI_FAILED, "pinned memory: libgomp %d has no allocator for it",
                        GNU_GCC);
    pthread_once(&once, find_out);
    return pins ||
           tri_fail(
               e, TRI_FAILED,
               "pinned memory: libgomp %d locks pages, which the GPU's driver knows nothing of",
               GNU_GCC);
}

#else

static bool runtime_pins(struct tri_error *e)
{
    return tri_fail(e, TRI_FAILED, "pinned memory: %s has no function for it", TRIPTYCH_COMPILER);
}

static void *allocate(size_t bytes)
{
    return NULL;
}

static void release(void *memory)
{
}

#endif

static bool available(struct tri_error *e)
{
    if (tri_device_place() == TRI_HOST_PLUGIN)
        return tri_fail(e, TRI_FAILED,
                        "pinned memory: the device is the CPU, which copies from any as fast");
    return runtime_pins(e);
}

const struct tri_pinning tri_device_pinning = { available, allocate, release };

const struct tri_pinning *tri_staging_memory(void)
{
    static const struct tri_pinning pageable = { NULL, malloc, free };
    struct tri_error none;
    bool gpu = tri_device_place() == TRI_GPU;
    return gpu && available(&none) ? &tri_device_pinning : &pageable;
}

/* ---- A case in such memory ---- */

static void release_all(struct tri_case *pinned, const struct tri_pinning *by)
{
    for (int o = 0; o < TRI_SLOTS; o++)
        if (pinned->operand[o])
            by->release(pinned->operand[o]);
}

bool tri_case_pin(const struct tri_case *c, const struct tri_pinning *by, struct tri_case *pinned,
                  struct tri_error *e)
{
    bool good = true;
    *pinned = *c;
    memset(pinned->operand, 0, sizeof pinned->operand);
    for (int o = 0; good && o < TRI_SLOTS; o++)
        if (c->operand[o]) {
            size_t bytes = tri_operand_bytes(c, o);
            good = (pinned->operand[o] = by->allocate(bytes));
            if (good)
                memcpy(pinned->operand[o], c->operand[o], bytes);
        }
    if (!good)
        release_all(pinned, by);
    return good || tri_fail(e, TRI_FAILED, "pinned memory: %s needs %.3g GB, and gets no more",
                            c->hotspot->name, (double)tri_case_bytes(c) * 1e-9);
}

void tri_case_unpin(struct tri_case *pinned, const struct tri_pinning *by, struct tri_case *c)
{
    for (int o = 0; o < TRI_SLOTS; o++)
        if (c->operand[o] && tri_operand_is_written(c, o))
            memcpy(c->operand[o], pinned->operand[o], tri_operand_bytes(c, o));
    release_all(pinned, by);
}
