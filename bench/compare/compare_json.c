/* compare's rows as JSON: everything that was found, for programs. */
#include "compare_show.h"

#include "row.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *operand_name(const struct tri_case *c, int slot)
{
    const struct tri_operand *o = slot >= 0 ? tri_operand_in(c, slot) : NULL;
    return o ? json_string(o->name) : json_null();
}

static json_t *findings(const struct tri_case *c, const struct tri_audit *a)
{
    json_t *all = json_array();
    for (size_t i = 0; i < a->n; i++)
        json_array_append_new(
            all, json_pack("{s:s, s:b, s:o, s:s}", "kind", tri_finding_name(a->finding[i].kind),
                           "wrong", !a->finding[i].is_note, "operand",
                           operand_name(c, a->finding[i].operand), "text", a->finding[i].text));
    return all;
}

static json_t *first(const struct tri_case *c, const struct tri_first *f)
{
    if (f->operand < 0)
        return json_null();
    return json_pack("{s:o, s:I, s:s, s:s, s:s}", "operand", operand_name(c, f->operand), "index",
                     (json_int_t)f->index, "at", f->at, "seen", f->seen, "wanted", f->wanted);
}

static json_t *difference(const struct tri_difference *d, bool known)
{
    if (!known)
        return json_null();
    return json_pack("{s:I, s:I, s:o, s:o}", "points", (json_int_t)d->points, "different",
                     (json_int_t)d->different, "by_up_to", number(d->largest), "max_ulps",
                     number(d->max_ulps));
}

static double bytes_needed(const struct tri_case *c, bool in)
{
    double sum = 0;
    for (int o = 0; o < TRI_MAX_OPERANDS; o++)
        if (tri_operand_in(c, o) && (in ? tri_operand_is_read(c, o) : tri_operand_is_written(c, o)))
            sum += (double)tri_operand_bytes(c, o);
    return sum;
}

static void add_audit(json_t *row, const struct tri_case *c, const struct audited *of)
{
    const struct tri_audit *a = &of->audit;
    bool offload = a->kernels > 0;
    json_object_set_new(row, "wrong", json_boolean(a->wrong));
    json_object_set_new(row, "runs", json_integer(a->runs));
    json_object_set_new(row, "ompt", json_boolean(a->ledger));
    json_object_set_new(row, "kernels", json_integer(a->kernels));
    json_object_set_new(row, "threads_of_region", json_integer(a->threads));
    json_object_set_new(row, "map_in_bytes", offload ? number(a->bytes_in) : json_null());
    json_object_set_new(row, "map_out_bytes", offload ? number(a->bytes_out) : json_null());
    json_object_set_new(row, "map_in_bytes_needed",
                        offload ? number(bytes_needed(c, true)) : json_null());
    json_object_set_new(row, "map_out_bytes_needed",
                        offload ? number(bytes_needed(c, false)) : json_null());
    json_object_set_new(row, "differs", difference(&a->difference, a->runs > 0));
    json_object_set_new(row, "float_from_double", difference(&of->between, of->both));
    json_object_set_new(row, "first", first(c, &a->first));
    json_object_set_new(row, "findings", findings(c, a));
}

static json_t *row_of(const struct compare *k, const struct tri_case *c, const struct row *r)
{
    json_t *row = json_object();
    json_object_set_new(row, "hotspot", json_string(c->hotspot->name));
    json_object_set_new(row, "path", json_string(tri_path_name(r->path)));
    json_object_set_new(row, "variant", r->variant ? json_string(r->variant) : json_null());
    json_object_set_new(row, "precision", json_string(tri_precision_name(c->hotspot->precision)));
    json_object_set_new(row, "params", tri_row_params(c));
    json_object_set_new(row, "audit", json_string(tri_audit_name(k->audit)));
    return row;
}

bool keep_row(struct compare *k, const struct tri_case c[TRI_PRECISIONS], const struct row *r,
              struct tri_error *e)
{
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        if (!r->of[p].ran && !*r->of[p].why)
            continue;
        json_t *row = row_of(k, &c[p], r);
        if (r->of[p].ran)
            add_audit(row, &c[p], &r->of[p]);
        else
            json_object_set_new(row, "absent", json_string(r->of[p].why));
        if (json_array_append_new(k->json, row) != 0)
            return tri_fail(e, TRI_FAILED, "out of memory");
    }
    return true;
}
