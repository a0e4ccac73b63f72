/* The variants of a hotspot: plain, which is its own, and those of the climb. */
#include "hotspot.h"

#include <string.h>

const struct tri_variant *tri_variant_at(const struct tri_hotspot *h, size_t i)
{
    size_t n = 1;
    if (i == 0)
        return &h->plain;
    for (const struct tri_variant *v = h->tuned; v && v->name; v++)
        if (n++ == i)
            return v;
    return NULL;
}

size_t tri_variant_count(const struct tri_hotspot *h)
{
    size_t n = 0;
    while (tri_variant_at(h, n))
        n++;
    return n;
}

const struct tri_variant *tri_variant_named(const struct tri_hotspot *h, const char *name)
{
    for (size_t i = 0; tri_variant_at(h, i); i++)
        if (strcmp(tri_variant_at(h, i)->name, name) == 0)
            return tri_variant_at(h, i);
    return NULL;
}

const struct tri_variant *tri_variant_last(const struct tri_hotspot *h)
{
    return tri_variant_at(h, tri_variant_count(h) - 1);
}

bool tri_path_has_variants(enum tri_path path)
{
    return path != TRI_ORIGIN && path != TRI_REFERENCE;
}

bool tri_variant_available(const struct tri_variant *v, enum tri_path path, struct tri_error *e)
{
    bool there = !tri_path_has_variants(path) || !v->available || v->available(path, e);
    if (!there && e)
        e->absent = true;
    return there;
}

tri_path_fn *tri_path_of(const struct tri_hotspot *h, const struct tri_variant *variant,
                         enum tri_path path)
{
    switch (path) {
    case TRI_ORIGIN: return h->origin;
    case TRI_REFERENCE: return h->reference;
    default: return variant->path[path];
    }
}

bool tri_has_path(const struct tri_hotspot *h, enum tri_path path)
{
    for (size_t i = 0; tri_variant_at(h, i); i++)
        if (tri_path_of(h, tri_variant_at(h, i), path))
            return true;
    return false;
}

static struct tri_rows all_unless(struct tri_rows some, ptrdiff_t all)
{
    return some.count ? some : (struct tri_rows){ 0, 1, all };
}

struct tri_rows tri_rows_of(const struct tri_case *c, int param)
{
    return all_unless(c->rows, (ptrdiff_t)c->value[param].integer);
}

struct tri_rows tri_layers_of(const struct tri_case *c, ptrdiff_t all)
{
    return all_unless(c->rows, all);
}

struct tri_rows tri_steps_of(const struct tri_case *c, ptrdiff_t all)
{
    return all_unless(c->steps, all);
}
