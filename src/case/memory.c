/* Available main memory: what the kernel reports, limited by what a container is allowed. */
#include "memory.h"

#include "kernel_files.h"
#include "measure.h"

#include <math.h>
#include <stdint.h>

/* ---- Control groups ---- */

/* Files of a group.  What is used counts pages that hold files, which are given back when they have to
 * be. */
struct files {
    const char *limit, *used, *given_back[2];
};

static const struct files files_of_1 = { "memory.limit_in_bytes",
                                         "memory.usage_in_bytes",
                                         { "total_inactive_file ", "total_active_file " } };
static const struct files files_of_2 = { "memory.max",
                                         "memory.current",
                                         { "inactive_file ", "active_file " } };

static void see_group(int version, const char *folder, void *data)
{
    const struct files *f = version == 1 ? &files_of_1 : &files_of_2;
    double limit, used, given_back, *least = data;
    if (!tri_number_of(&limit, "", "%s/%s", folder, f->limit))
        return;
    if (!tri_number_of(&used, "", "%s/%s", folder, f->used))
        used = 0;
    for (int k = 0; k < 2; k++)
        if (tri_number_of(&given_back, f->given_back[k], "%s/memory.stat", folder))
            used = fmax(used - given_back, 0);
    *least = fmin(*least, fmax(limit - used, 0));
}

size_t tri_group_memory(void)
{
    double least = (double)SIZE_MAX;
    tri_groups_of("memory", see_group, &least);
    return least < (double)SIZE_MAX ? (size_t)least : SIZE_MAX;
}

/* ---- Both ---- */

/* What can be allocated without swapping, by the kernel's estimate, but no more than is allowed. */
size_t tri_memory_bytes(void)
{
    double kilobytes;
    size_t allowed = tri_group_memory();
    bool known = tri_number_of(&kilobytes, "MemAvailable:", "/proc/meminfo");
    return known && kilobytes * 1024 < (double)allowed ? (size_t)kilobytes * 1024 : allowed;
}
