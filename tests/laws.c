/* What tests of laws share. */
#include "laws.h"

#include <string.h>

struct criterion_test_params all_paths(void)
{
    size_t n = 0;
    struct row *rows = cr_malloc(sizeof *rows * TRI_PATHS * TRI_PRECISIONS);
    for (int path = TRI_REFERENCE; path < TRI_PATHS; path++)
        for (int p = 0; p < TRI_PRECISIONS; p++)
            rows[n++] = (struct row){ path, p };
    return cr_make_param_array(struct row, rows, n);
}

const struct tri_hotspot *hotspot_of(const struct row *r, const char *name)
{
    const struct tri_hotspot *h = tri_hotspot_named(name, (enum tri_precision)r->precision);
    need_path(h, (enum tri_path)r->path);
    return h;
}

struct tri_case case_on(const struct row *r, const char *name, const char *settings)
{
    return case_of(hotspot_of(r, name), settings);
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

void expect_refused(const char *hotspot, const char *settings, const char *says)
{
    struct tri_case c;
    struct tri_error e = { 0 };
    tri_case_init(&c, tri_hotspot_named(hotspot, TRI_DOUBLE));
    cr_expect(!tri_case_set(&c, settings, &e) && e.status == TRI_USAGE, "%s", settings);
    cr_expect(strstr(e.text, says), "%s: %s", settings, e.text);
}
