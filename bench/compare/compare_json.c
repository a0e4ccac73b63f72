/* compare's rows as JSON: everything that was found, for programs. */
#include "compare.h"

#include "rows.h"

#include <math.h>

static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *difference(const struct tri_difference *d, bool known)
{
    if (!known)
        return json_null();
    return json_pack("{s:I, s:I, s:o, s:o}", "points", (json_int_t)d->points, "different",
                     (json_int_t)d->different, "by_up_to", number(d->largest), "max_ulps",
                     number(d->max_ulps));
}

static void add_audit(json_t *row, const struct compare *k, const struct tri_case *c,
                      const struct audited *of)
{
    json_t *audit = audit_json(c, k->audit, &of->audit);
    json_object_set_new(row, "wrong", json_boolean(of->audit.wrong));
    json_object_set_new(row, "difference", difference(&of->audit.difference, of->audit.runs > 0));
    json_object_set_new(row, "float_from_double", difference(&of->between, of->both));
    json_object_update(row, audit);
    json_decref(audit);
}

static json_t *row_of(const struct tri_case *c, const struct row *r)
{
    json_t *row = json_object();
    json_object_set_new(row, "hotspot", json_string(c->hotspot->name));
    json_object_set_new(row, "path", json_string(tri_path_name(r->path)));
    json_object_set_new(row, "variant", r->variant ? json_string(r->variant) : json_null());
    json_object_set_new(row, "precision", json_string(tri_precision_name(c->hotspot->precision)));
    json_object_set_new(row, "params", tri_row_params(c));
    json_object_set_new(row, "build_kind", json_string(tri_build_kind(c->hotspot)));
    json_object_set_new(row, "intrinsics",
                        r->path == TRI_AVX2 ? json_string(tri_intrinsics()) : json_null());
    return row;
}

bool keep_row(struct compare *k, const struct tri_case c[TRI_PRECISIONS], const struct row *r,
              struct tri_error *e)
{
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        if (!r->of[p].ran && !*r->of[p].why)
            continue;
        json_t *row = row_of(&c[p], r);
        if (r->of[p].ran)
            add_audit(row, k, &c[p], &r->of[p]);
        else
            json_object_set_new(row, "absent", json_string(r->of[p].why));
        if (json_array_append_new(k->json, row) != 0)
            return tri_fail(e, TRI_FAILED, "out of memory");
    }
    return true;
}
