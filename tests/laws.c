/* Helpers for tests of mathematical laws. */
#include "laws.h"

#include "build_info.h"

struct criterion_test_params all_paths(void)
{
    size_t n = 0;
    struct row *rows = cr_malloc(sizeof *rows * TRI_PATHS * TRI_PRECISIONS);
    for (int path = TRI_REFERENCE; path < (TRIPTYCH_OFFLOAD ? TRI_PATHS : TRI_OFFLOAD); path++)
        for (int p = 0; p < TRI_PRECISIONS; p++)
            rows[n++] = (struct row){ .path = path, .precision = p };
    return cr_make_param_array(struct row, rows, n);
}

const struct tri_hotspot *hotspot_of(const struct row *r, const char *name)
{
    const struct tri_hotspot *h = tri_hotspot_named(name, (enum tri_precision)r->precision);
    need_path(h, (enum tri_path)r->path);
    return h;
}

bool next_variant(struct row *r, const struct tri_hotspot *h)
{
    enum tri_path path = (enum tri_path)r->path;
    struct tri_error why;
    size_t i = 0;
    for (bool past = !r->variant; !past; i++)
        past = tri_variant_at(h, i) == r->variant;
    for (; i == 0 || tri_path_has_variants(path); i++) {
        r->variant = tri_variant_at(h, i);
        if (!r->variant || can_run(h, r->variant, path, &why))
            return r->variant;
    }
    return false;
}

void for_variants(const struct row *r, const char *hotspot, void (*law)(const struct row *))
{
    const struct tri_hotspot *h = hotspot_of(r, hotspot);
    for (struct row of = *r; next_variant(&of, h);)
        law(&of);
}

struct tri_case case_on(const struct row *r, const char *hotspot, const char *settings)
{
    const struct tri_hotspot *h = tri_hotspot_named(hotspot, (enum tri_precision)r->precision);
    return case_of_variant(h, r->variant ? r->variant : &h->plain, settings);
}

double value_at(const struct tri_case *c, int operand, size_t i)
{
    const void *all = c->operand[operand];
    return c->hotspot->precision == TRI_FLOAT ? (double)((const float *)all)[i]
                                              : ((const double *)all)[i];
}

void set_value(struct tri_case *c, int operand, size_t i, double x)
{
    if (c->hotspot->precision == TRI_FLOAT)
        ((float *)c->operand[operand])[i] = (float)x;
    else
        ((double *)c->operand[operand])[i] = x;
}
