/* Available main memory: what the kernel reports, limited by what a container is allowed. */
#include "memory.h"

#include "measure.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* The number that follows `key` on a line of its own, or, without a key, the first word of the file. */
static size_t number_in(const char *file, const char *key, size_t otherwise)
{
    char line[256];
    size_t skip = key ? strlen(key) : 0, number = otherwise;
    FILE *in = fopen(file, "re");
    while (in && fgets(line, sizeof line, in))
        if (!key || strncmp(line, key, skip) == 0) {
            if (sscanf(line + skip, "%zu", &number) != 1)
                number = otherwise;
            break;
        }
    if (in)
        fclose(in);
    return number;
}

/* ---- Control groups ---- */

/* Files of a group.  What is used counts pages that hold files, which are given back when they have to
 * be. */
struct version {
    const char *controller, *mount, *limit, *used, *files[2];
};

static const struct version versions[] = {
    { "", "", "memory.max", "memory.current", { "inactive_file ", "active_file " } },
    { "memory",
      "/memory",
      "memory.limit_in_bytes",
      "memory.usage_in_bytes",
      { "total_inactive_file ", "total_active_file " } },
};

static size_t number_of(const char *folder, const char *name, const char *key, size_t otherwise)
{
    char file[PATH_MAX];
    int length = snprintf(file, sizeof file, "%s/%s", folder, name);
    return length < (int)sizeof file ? number_in(file, key, otherwise) : otherwise;
}

static size_t left_in(const struct version *v, const char *folder)
{
    size_t limit = number_of(folder, v->limit, NULL, SIZE_MAX);
    if (limit == SIZE_MAX)
        return SIZE_MAX;
    size_t used = number_of(folder, v->used, NULL, 0);
    for (int k = 0; k < 2; k++) {
        size_t files = number_of(folder, "memory.stat", v->files[k], 0);
        used -= files < used ? files : used;
    }
    return used < limit ? limit - used : 0;
}

/* Of a group and all that it is in; takes `group` to pieces.  A container's own mount may begin below
 * the name that it knows itself by: what is not there limits nothing, and its root is still asked. */
static size_t left_of(const struct version *v, const char *root, char *group)
{
    size_t least = SIZE_MAX;
    for (char *end = group + strlen(group); end; end = strrchr(group, '/')) {
        char folder[PATH_MAX];
        *end = '\0';
        int length = snprintf(folder, sizeof folder, "%s%s%s", root, v->mount, group);
        size_t left = length < (int)sizeof folder ? left_in(v, folder) : SIZE_MAX;
        least = left < least ? left : least;
    }
    return least;
}

size_t tri_group_memory(const char *membership, const char *root)
{
    char line[PATH_MAX];
    size_t least = SIZE_MAX;
    FILE *in = fopen(membership, "re");
    while (in && fgets(line, sizeof line, in)) {
        char *group = line;
        line[strcspn(line, "\n")] = '\0';
        strsep(&group, ":"); /* the hierarchy's number */
        const char *controller = strsep(&group, ":");
        for (size_t k = 0; group && k < sizeof versions / sizeof *versions; k++)
            if (strcmp(controller, versions[k].controller) == 0) {
                size_t left = left_of(&versions[k], root, group);
                least = left < least ? left : least;
            }
    }
    if (in)
        fclose(in);
    return least;
}

/* ---- Both ---- */

/* What can be allocated without swapping, by the kernel's estimate, but no more than is allowed. */
size_t tri_memory_bytes(void)
{
    size_t kilobytes = number_in("/proc/meminfo", "MemAvailable:", SIZE_MAX / 1024);
    size_t allowed = tri_group_memory("/proc/self/cgroup", "/sys/fs/cgroup");
    return kilobytes * 1024 < allowed ? kilobytes * 1024 : allowed;
}
