/* The directories src/hotspots and src/reports are the registry: the build lists their files in
 * hotspots.def, a line HOTSPOT(name) for each, and every file defines name_float and name_double. */
#include "triptych.h"

#include <string.h>

#define HOTSPOT(name) extern const struct tri_hotspot name##_float, name##_double;
#include "hotspots.def"
#undef HOTSPOT

static const struct tri_hotspot *const hotspots[][TRI_PRECISIONS] = {
#define HOTSPOT(name) { [TRI_FLOAT] = &name##_float, [TRI_DOUBLE] = &name##_double },
#include "hotspots.def"
#undef HOTSPOT
};

size_t tri_hotspot_count(void)
{
    return sizeof hotspots / sizeof hotspots[0];
}

const struct tri_hotspot *tri_hotspot_at(size_t i, enum tri_precision precision)
{
    return i < tri_hotspot_count() ? hotspots[i][precision] : NULL;
}

const struct tri_hotspot *tri_hotspot_named(const char *name, enum tri_precision precision)
{
    for (size_t i = 0; i < tri_hotspot_count(); i++)
        if (strcmp(hotspots[i][precision]->name, name) == 0)
            return hotspots[i][precision];
    return NULL;
}
