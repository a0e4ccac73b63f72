/* The machine: processor, cores. */
#define _GNU_SOURCE /* cpu_set_t */
#include "startup.h"
#include "measure.h"

#include <hwloc.h>
#include <hwloc/glibc-sched.h>
#include <stdio.h>

static struct {
    bool asked;
    char cpu[128];
    int cores;
    size_t cache;
} machine;

/* All caches of the last level that there is, together. */
static size_t last_caches(hwloc_topology_t topology)
{
    static const hwloc_obj_type_t levels[] = { HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L3CACHE,
                                               HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L1CACHE };
    size_t bytes = 0;
    for (size_t k = 0; k < sizeof levels / sizeof *levels && bytes == 0; k++)
        for (hwloc_obj_t o = NULL; (o = hwloc_get_next_obj_by_type(topology, levels[k], o));)
            bytes += o->attr->cache.size;
    return bytes;
}

/* Those with a processor that this process may use. */
static int cores_for_us(hwloc_topology_t topology)
{
    const cpu_set_t *ours = tri_startup_processors();
    hwloc_bitmap_t mask = hwloc_bitmap_alloc_full();
    if (mask && ours)
        hwloc_cpuset_from_glibc_sched_affinity(topology, mask, ours, sizeof *ours);
    int cores = 0;
    for (hwloc_obj_t o = NULL; (o = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_CORE, o));)
        cores += mask && hwloc_bitmap_intersects(o->cpuset, mask);
    hwloc_bitmap_free(mask);
    return cores > 0 ? cores : 1;
}

static void ask_hwloc(void)
{
    hwloc_topology_t topology;
    machine.asked = true;
    machine.cores = 1;
    snprintf(machine.cpu, sizeof machine.cpu, "unknown processor");
    if (hwloc_topology_init(&topology) != 0)
        return;
    if (hwloc_topology_load(topology) == 0) {
        hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
        const char *model = package ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL;
        if (model)
            snprintf(machine.cpu, sizeof machine.cpu, "%s", model);
        machine.cores = cores_for_us(topology);
        machine.cache = last_caches(topology);
    }
    hwloc_topology_destroy(topology);
}

const char *tri_cpu_name(void)
{
    if (!machine.asked)
        ask_hwloc();
    return machine.cpu;
}

int tri_cpu_cores(void)
{
    if (!machine.asked)
        ask_hwloc();
    return machine.cores;
}

size_t tri_cpu_cache_bytes(void)
{
    if (!machine.asked)
        ask_hwloc();
    return machine.cache;
}
