/* Study `difference`: points whose value differs between float and double. */
#include "study.h"

/* The path's answer to the case in one precision. */
static bool compute(const struct tri_case *like, enum tri_precision precision, enum tri_path path,
                    struct tri_case *c, struct tri_error *e)
{
    char settings[1000];
    tri_case_describe(like, settings, sizeof settings);
    tri_case_init(c, tri_hotspot_named(like->hotspot->name, precision));
    if (!tri_case_choose(c, tri_variant_named(c->hotspot, like->variant->name), e) ||
        !tri_case_set(c, settings, e) || !tri_case_allocate(c, e))
        return false;
    if (tri_case_run(c, path, e))
        return true;
    tri_case_free(c);
    return false;
}

static bool count(const struct tri_case *like, enum tri_path path, struct tri_difference *d,
                  struct tri_error *e)
{
    struct tri_case in_float, in_double;
    if (!compute(like, TRI_FLOAT, path, &in_float, e))
        return false;
    bool good = compute(like, TRI_DOUBLE, path, &in_double, e);
    if (good) {
        *d = tri_case_difference(&in_float, &in_double);
        tri_case_free(&in_double);
    }
    tri_case_free(&in_float);
    return good;
}

bool count_difference(const struct bench *b, const struct tri_case *c, enum tri_path path,
                      json_t *results, struct tri_error *e)
{
    struct tri_difference d;
    (void)b;
    if (!count(c, path, &d, e))
        return false;
    json_object_set_new(results, "points", json_integer((json_int_t)d.points));
    json_object_set_new(results, "different", json_integer((json_int_t)d.different));
    json_object_set_new(results, "largest", json_real(d.largest));
    return true;
}
