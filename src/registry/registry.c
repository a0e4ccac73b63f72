/* The folders of src/hotspots are the registry: the build lists them in hotspots.def, a line HOTSPOT(name) for each,
 * and writes name_entry from what their files define. */
#define _GNU_SOURCE /* dladdr() */
#include "hotspot.h"
#include "description.h"
#include "signature.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HOTSPOT(name) extern const struct tri_entry name##_entry;
#include "hotspots.def"
#undef HOTSPOT

static const struct tri_entry *const own[] = {
#define HOTSPOT(name) &name##_entry,
#include "hotspots.def"
#undef HOTSPOT
};

/* Hotspots that are in use, completed.  Cases may still have those that were in use before, so none is freed. */
struct pool {
    const struct pool *before;
    size_t n;
    struct tri_entry entry[TRI_MAX_HOTSPOTS];
    struct tri_completed of[TRI_MAX_HOTSPOTS][TRI_PRECISIONS];
};

static struct pool first;
static const struct pool *used;

static bool complete(struct pool *pool, const struct tri_entry *const *entry, size_t n,
                     struct tri_error *e)
{
    for (size_t i = 0; i < n; i++) {
        pool->entry[i] = *entry[i];
        for (int p = 0; p < TRI_PRECISIONS; p++) {
            if (!tri_complete(&pool->of[i][p], entry[i], (enum tri_precision)p, e))
                return false;
            if (entry[i]->of[p])
                pool->entry[i].of[p] = &pool->of[i][p].hotspot;
        }
    }
    pool->n = n;
    return true;
}

/* A hotspot of the library that is described wrongly is one that no test has seen. */
static const struct pool *in_use(void)
{
    struct tri_error e;
    if (!used && !complete(&first, own, sizeof own / sizeof *own, &e)) {
        tri_report("triptych", &e);
        abort();
    }
    used = used ? used : &first;
    return used;
}

size_t tri_hotspot_count(void)
{
    return in_use()->n;
}

const struct tri_hotspot *tri_hotspot_at(size_t i, enum tri_precision precision)
{
    return i < in_use()->n ? used->entry[i].of[precision] : NULL;
}

const struct tri_hotspot *tri_hotspot_named(const char *name, enum tri_precision precision)
{
    for (size_t i = 0; i < in_use()->n; i++)
        if (strcmp(used->entry[i].of[precision]->name, name) == 0)
            return used->entry[i].of[precision];
    return NULL;
}

static const struct tri_entry *entry_of(const struct tri_hotspot *h)
{
    for (size_t i = 0; i < in_use()->n; i++)
        if (used->entry[i].of[h->precision] &&
            strcmp(used->entry[i].of[h->precision]->name, h->name) == 0)
            return &used->entry[i];
    return NULL;
}

const char *tri_build_kind(const struct tri_hotspot *h)
{
    const struct tri_entry *entry = entry_of(h);
    return entry && entry->build_kind ? entry->build_kind : "unknown";
}

/* In the folder of that file; "" if there is none. */
static void find_beside(const char *file, const char *name, char *found, size_t size)
{
    const char *slash = strrchr(file, '/');
    int length = slash ? snprintf(found, size, "%.*s/%s", (int)(slash - file), file, name) : 0;
    if (length <= 0 || (size_t)length >= size || access(found, R_OK) != 0)
        *found = '\0';
}

/* A program says of itself what it was called by, which a shell may have looked for.  A package has it in a folder of its own. */
bool tri_races_library(const struct tri_hotspot *h, char *file, size_t size)
{
    const struct tri_entry *entry = entry_of(h);
    char program[PATH_MAX], packaged[PATH_MAX];
    Dl_info at;
    if (!entry || !entry->races || !entry->signature[h->precision])
        return false;
    *file = '\0';
    snprintf(packaged, sizeof packaged, "triptych/%s", entry->races);
    bool known = dladdr(entry->signature[h->precision], &at) && at.dli_fname;
    if (known)
        find_beside(at.dli_fname, entry->races, file, size);
    if (known && !*file)
        find_beside(at.dli_fname, packaged, file, size);
    if (!*file && realpath("/proc/self/exe", program))
        find_beside(program, entry->races, file, size);
    if (!*file)
        snprintf(file, size, "%s", entry->races);
    return true;
}

const char *tri_version(void)
{
    return TRIPTYCH_VERSION;
}

static bool check(const struct pool *pool, struct tri_error *e)
{
    for (size_t i = 0; i < pool->n; i++)
        if (!tri_entry_check(pool->entry, i, e))
            return false;
    return true;
}

bool tri_hotspots_use(const char *version, const struct tri_entry *const *entry, size_t n,
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
    struct pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return tri_fail(e, TRI_FAILED, "out of memory");
    if (!complete(pool, entry, n, e) || !check(pool, e)) {
        free(pool);
        return false;
    }
    pool->before = used;
    used = pool;
    return true;
}
