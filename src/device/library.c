/* The file that this code was loaded from. */
#define _GNU_SOURCE /* dladdr1 */
#include "library.h"

#include "triptych.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>

const char *tri_library_file(void)
{
    Dl_info where;
    struct link_map *map = NULL;
    bool found = dladdr1((const void *)tri_device_place, &where, (void **)&map, RTLD_DL_LINKMAP);
    return found && map && *map->l_name ? map->l_name : "/proc/self/exe";
}
