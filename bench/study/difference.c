/* Study `difference`: points whose value differs between float and double. */
#include "study.h"

/* The path's answer to the case in one precision. */
static bool compute(const struct tri_case *like, enum tri_precision precision, enum tri_path path,
                    struct tri_case *c, struct tri_error *e)
{
    const struct tri_hotspot *h = tri_hotspot_named(like->hotspot->name, precision);
    return tri_case_like(c, h, like, e) &&
           tri_case_choose(c, tri_variant_named(h, like->variant->name), e) &&
           tri_case_allocate(c, e) && tri_case_run(c, path, e);
}

bool count_difference(const struct batch *b, const struct tri_case *c, enum tri_path path,
                      json_t *results, struct tri_error *e)
{
    struct tri_case in_float = { 0 }, in_double = { 0 };
    bool good =
        compute(c, TRI_FLOAT, path, &in_float, e) && compute(c, TRI_DOUBLE, path, &in_double, e);
    (void)b;
    if (good) {
        struct tri_difference d = tri_case_difference(&in_float, &in_double);
        json_object_set_new(results, "points", json_integer((json_int_t)d.points));
        json_object_set_new(results, "different", json_integer((json_int_t)d.different));
        json_object_set_new(results, "largest", json_real(d.largest));
    }
    tri_case_free(&in_float);
    tri_case_free(&in_double);
    return good;
}
