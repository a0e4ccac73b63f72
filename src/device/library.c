/* The file that this code was loaded from. */
#define _GNU_SOURCE /* dladdr1 */
#include "library.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>

const char *tri_library_file(void)
{
    static const char here = 0; /* a function's address may not be passed as an object's */
    Dl_info where;
    struct link_map *map = NULL;
    bool found = dladdr1(&here, &where, (void **)&map, RTLD_DL_LINKMAP);
    return found && map && *map->l_name ? map->l_name : "/proc/self/exe";
}
