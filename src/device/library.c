/* The file that this code was loaded from, and those beside it. */
#define _GNU_SOURCE /* dladdr1, realpath */
#include "library.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char the_program[] = "/proc/self/exe";

static const char *file_with(const void *address)
{
    Dl_info where;
    struct link_map *map = NULL;
    bool found = dladdr1(address, &where, (void **)&map, RTLD_DL_LINKMAP);
    return found && map && *map->l_name ? map->l_name : the_program;
}

const char *tri_library_file(void)
{
    static const char here = 0; /* a function's address may not be passed as an object's */
    return file_with(&here);
}

const char *tri_file_of(void (*function)(void))
{
    const void *address;
    memcpy(&address, &function, sizeof address);
    return file_with(address);
}

void tri_library_beside(const char *library, const char *name, char *file, size_t size)
{
    static const char levels[] = "/glibc-hwcaps/";
    char own[PATH_MAX];
    if (strcmp(library, the_program) == 0 && realpath(library, own))
        library = own;
    const char *slash = strrchr(library, '/'), *level = strstr(library, levels);
    if (level && strchr(level + strlen(levels), '/') == slash)
        slash = level;
    int folder = slash ? (int)(slash - library) + 1 : 0;
    int written = snprintf(file, size, "%.*s%s", folder, library, name);
    if (written < 0 || (size_t)written >= size)
        *file = '\0';
}
