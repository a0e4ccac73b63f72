/* The memory limit of a container, read from files in the kernel's format. */
#include "check.h"
#include "memory.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct groups {
    const char *membership;
    const char *file[5]; /* "a/b/name text": the file below the root, and what it holds */
    size_t left;
};

static const struct groups tables[] = {
    /* Nothing is limited, or nothing is known. */
    { "0::/", { NULL }, SIZE_MAX },
    { "0::/", { "memory.max max", "memory.current 4096" }, SIZE_MAX },
    { "no colons at all", { "memory.max 5" }, SIZE_MAX },
    { "3:cpuset:/", { "memory.max 5", "memory/memory.limit_in_bytes 5" }, SIZE_MAX },
    /* Version 2: what holds files can be had again; what is over the limit is nothing. */
    { "0::/", { "memory.max 1000", "memory.current 300" }, 700 },
    { "0::/",
      { "memory.max 1000", "memory.current 300",
        "memory.stat anon 7\nfile 250\ninactive_file 150\nactive_file 50" },
      900 },
    { "0::/", { "memory.max 1000", "memory.current 1001" }, 0 },
    { "0::/", { "memory.max 1000", "memory.current 3", "memory.stat inactive_file 5" }, 1000 },
    /* The tightest of a group and those around it. */
    { "0::/a/b", { "a/b/memory.max 1000", "a/memory.max 800", "memory.max 900" }, 800 },
    { "0::/a/b", { "a/b/memory.max 100", "a/memory.max max" }, 100 },
    /* A container that knows itself by a name that its own mount has not. */
    { "0::/docker/4711", { "memory.max 123" }, 123 },
    /* Version 1, and both side by side. */
    { "4:memory:/a",
      { "memory/a/memory.limit_in_bytes 50", "memory/a/memory.usage_in_bytes 20" },
      30 },
    { "4:memory:/a",
      { "memory/a/memory.limit_in_bytes 9223372036854771712", "memory/memory.limit_in_bytes 60",
        "memory/memory.usage_in_bytes 20",
        "memory/memory.stat inactive_file 1\ntotal_inactive_file 10" },
      50 },
    { "4:memory:/a\n0::/b", { "memory/a/memory.limit_in_bytes 50", "b/memory.max 40" }, 40 },
};

/* A file and the folders that it is in. */
static void put(const char *folder, const char *name, const char *text)
{
    char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(in_scratch(path), 0777);
        *slash = '/';
    }
    FILE *out = fopen(in_scratch(path), "w");
    cr_assert(out && fprintf(out, "%s\n", text) > 0 && fclose(out) == 0, "%s", path);
}

static void put_file(const char *folder, const char *file)
{
    char name[60];
    size_t length = strcspn(file, " ");
    snprintf(name, sizeof name, "%.*s", (int)length, file);
    put(folder, name, file + length + 1);
}

Test(memory, of_groups)
{
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        const struct groups *g = &tables[i];
        char folder[20], membership[30];
        snprintf(folder, sizeof folder, "%zu", i);
        snprintf(membership, sizeof membership, "%zu/membership", i);
        put(folder, "membership", g->membership);
        for (int f = 0; g->file[f]; f++)
            put_file(folder, g->file[f]);
        size_t left = tri_group_memory(in_scratch(membership), in_scratch(folder));
        cr_expect(left == g->left, "%zu: %zu, not %zu", i, left, g->left);
    }
}

Test(memory, without_groups)
{
    cr_expect(tri_group_memory(in_scratch("none"), scratch()) == SIZE_MAX);
}
