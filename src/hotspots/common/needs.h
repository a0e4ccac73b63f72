/* Variants that a compiler cannot compile: their rows are absent, with the reason (compiler.h, docs/nvc.md). */
#pragma once

#include "compiler.h"
#include "hotspot.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Whether a path of the device has what it needs. */
static inline bool needs(enum tri_path path, bool has, const char *what, struct tri_error *e)
{
    return path != TRI_OFFLOAD || has || tri_fail(e, TRI_FAILED, "needs %s", what);
}

static inline bool needs_flush(enum tri_path path, struct tri_error *e)
{
    return needs(path, HAS_FLUSH, "omp flush in device code, which nvc refuses", e);
}

/* For teams that wait for each other (tickets.h). */
static inline bool needs_waiting_teams(enum tri_path path, struct tri_error *e)
{
    if (path == TRI_OFFLOAD && !TEAMS_MAY_WAIT)
        return tri_fail(e, TRI_FAILED,
                        "its teams wait for each other, which is untried on Intel GPUs");
    return needs_flush(path, e);
}

static inline bool needs_team_kernels(enum tri_path path, struct tri_error *e)
{
    return needs(path, HAS_TEAM_KERNELS,
                 "barriers in functions and loops of a team, and vectors, "
                 "which nvc may fail to compile",
                 e);
}

/* For teams that have as many threads as they ask for. */
static inline bool needs_whole_teams(enum tri_path path, struct tri_error *e)
{
    if (!needs_team_kernels(path, e))
        return false;
    return path != TRI_OFFLOAD || tri_whole_teams() ||
           tri_fail(e, TRI_FAILED, "needs teams of %d threads, which this runtime does not give",
                    (int)TRI_WHOLE_TEAM);
}

static inline bool needs_large_blocks(enum tri_path path, struct tri_error *e)
{
    return needs_team_kernels(path, e) &&
           needs(path, HAS_LARGE_BLOCKS,
                 "clang 15 or newer: before, its backend fails (\"stacksave\")", e);
}

static inline bool needs_tiles(enum tri_path path, struct tri_error *e)
{
    return needs_team_kernels(path, e) &&
           needs(path, HAS_TILES,
                 "tiles in registers, which clang before 18 and gcc take too long to compile", e);
}

/* Only a GPU's heap is slow and small. */
static inline bool needs_thread_arrays(enum tri_path path, struct tri_error *e)
{
    return path != TRI_OFFLOAD || HAS_THREAD_ARRAYS || tri_device_place() != TRI_GPU ||
           needs(path, false,
                 "clang 18 or newer: before, a thread's arrays are on the device's heap, "
                 "which is slow and soon full",
                 e);
}

static inline bool needs_launch_bounds(enum tri_path path, struct tri_error *e)
{
    return needs(path, HAS_LAUNCH_BOUNDS, "clang 18 or newer, whose launch_bounds limit registers",
                 e);
}

/* For products of small matrices in double. */
static inline bool needs_tensor_cores(enum tri_path path, struct tri_error *e)
{
    return needs(path, HAS_PTX, "clang 18 or newer, which takes the GPU's instructions as asm",
                 e) &&
           needs(path, path != TRI_OFFLOAD || tri_tensor_cores(),
                 "tensor cores for double, and code for them: NVIDIA's, from sm_80 on", e);
}

/* LLVM runs the tasks of `target nowait` in hidden helper threads.  On the host plugin, a region starts
 * its teams from such a thread, which is not supported: sometimes clang 19's runtime aborts ("Assertion failure
 * at kmp_tasking.cpp").  Without helper threads, tasks run in order, where they are created. */
static inline bool needs_region_tasks(enum tri_path path, struct tri_error *e)
{
    const char *helpers = getenv("LIBOMP_USE_HIDDEN_HELPER_TASK");
    bool without = helpers && (strcmp(helpers, "0") == 0 || strcasecmp(helpers, "false") == 0);
    return path != TRI_OFFLOAD || tri_device_place() != TRI_HOST_PLUGIN || without ||
           tri_fail(e, TRI_FAILED,
                    "LLVM's helper threads fail where the device is the CPU: "
                    "LIBOMP_USE_HIDDEN_HELPER_TASK=0 runs it without them, and so without overlap");
}

/* Of variants that copy a stripe back while the next one is computed (NAME_overlapped.c, stripes.h): why they may gain
 * nothing. */
#define OVERLAPPED_NEEDS "pinned memory and copy engines to be faster"
