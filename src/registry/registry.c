/* The folders of src/hotspots are the registry: the build lists them in
 * hotspots.def, a line HOTSPOT(name) for each, and every file defines name_float and name_double. */
#include "hotspot.h"
#include "description.h"

#include <string.h>

#define HOTSPOT(name) extern const struct tri_hotspot name##_float, name##_double;
#include "hotspots.def"
#undef HOTSPOT

static const struct tri_entry own[] = {
#define HOTSPOT(name)                                                         \
    {                                                                         \
        .of = { [TRI_FLOAT] = &name##_float, [TRI_DOUBLE] = &name##_double }, \
        .file = #name ".c",                                                   \
    },
#include "hotspots.def"
#undef HOTSPOT
};

static struct {
    const struct tri_entry *entry;
    size_t n;
} used = { own, sizeof own / sizeof *own };

size_t tri_hotspot_count(void)
{
    return used.n;
}

const struct tri_hotspot *tri_hotspot_at(size_t i, enum tri_precision precision)
{
    return i < used.n ? used.entry[i].of[precision] : NULL;
}

const struct tri_hotspot *tri_hotspot_named(const char *name, enum tri_precision precision)
{
    for (size_t i = 0; i < used.n; i++)
        if (strcmp(used.entry[i].of[precision]->name, name) == 0)
            return used.entry[i].of[precision];
    return NULL;
}

const char *tri_version(void)
{
    return TRIPTYCH_VERSION;
}

bool tri_hotspots_use(const char *version, const struct tri_entry *entry, size_t n,
                      struct tri_error *e)
{
    if (strcmp(version, TRIPTYCH_VERSION) != 0)
        return tri_fail(e, TRI_USAGE,
                        "built with the headers of triptych %s, but the library is %s: build again",
                        version, TRIPTYCH_VERSION);
    if (n == 0)
        return tri_fail(e, TRI_USAGE, "there is no hotspot");
    if (n > TRI_MAX_HOTSPOTS)
        return tri_fail(e, TRI_USAGE, "there are %zu hotspots: a program has from 1 to %d", n,
                        TRI_MAX_HOTSPOTS);
    for (size_t i = 0; i < n; i++)
        if (!tri_entry_check(entry, i, e))
            return false;
    used.entry = entry;
    used.n = n;
    return true;
}
