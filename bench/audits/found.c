/* What an audit has found: in lines, and in rows. */
#include "audits.h"

#include <math.h>
#include <string.h>

bool audit_level(const char *name, enum tri_audit_level *level, struct tri_error *e)
{
    for (int l = 0; name && l < TRI_AUDIT_LEVELS; l++)
        if (l != TRI_AUDIT_OTHER && strcmp(name, tri_audit_name((enum tri_audit_level)l)) == 0) {
            *level = (enum tri_audit_level)l;
            return true;
        }
    return !name ||
           tri_fail(e, TRI_USAGE, "--audit %.40s: has to be off, brief, quick or all", name);
}

void audit_print(FILE *out, const struct tri_audit *a, const char *in)
{
    for (size_t i = 0; i < a->n; i++)
        fprintf(out, "  %s%s: %s\n", a->finding[i].is_note ? "note" : "WRONG", in,
                a->finding[i].text);
}

/* ---- Rows ------------------------------------------------------------------------------------- */

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
    if (f->operand < 0 || !*f->at)
        return json_null();
    return json_pack("{s:o, s:I, s:s, s:s, s:s, s:s?}", "operand", operand_name(c, f->operand),
                     "index", (json_int_t)f->index, "at", f->at, "seen", f->seen, "wanted",
                     f->wanted, "with", *f->with ? f->with : NULL);
}

static json_t *bytes(const struct tri_audit *a, double n)
{
    return a->kernels > 0 && isfinite(n) ? json_real(n) : json_null();
}

static double needed(const struct tri_case *c, bool in)
{
    double sum = 0;
    for (int o = 0; o < TRI_MAX_OPERANDS; o++)
        if (tri_operand_in(c, o) && (in ? tri_operand_is_read(c, o) : tri_operand_is_written(c, o)))
            sum += (double)tri_operand_bytes(c, o);
    return sum;
}

static json_t *count(int n)
{
    return n > 0 ? json_integer(n) : json_null();
}

json_t *audit_json(const struct tri_case *c, enum tri_audit_level level, const struct tri_audit *a)
{
    json_t *row = json_object();
    json_object_set_new(row, "audit", json_string(tri_audit_name(level)));
    json_object_set_new(row, "audit_runs", json_integer(a->runs));
    json_object_set_new(row, "audit_watched", json_integer(a->watched));
    json_object_set_new(row, "audit_ompt", json_boolean(a->ledger));
    json_object_set_new(row, "region_kernels", count(a->kernels));
    json_object_set_new(row, "region_threads", count(a->threads));
    json_object_set_new(row, "region_teams", count(a->teams));
    json_object_set_new(row, "copied_in_bytes", bytes(a, a->bytes_in));
    json_object_set_new(row, "copied_out_bytes", bytes(a, a->bytes_out));
    json_object_set_new(row, "needed_in_bytes", bytes(a, needed(c, true)));
    json_object_set_new(row, "needed_out_bytes", bytes(a, needed(c, false)));
    json_object_set_new(row, "first", first(c, &a->first));
    json_object_set_new(row, "findings", findings(c, a));
    return row;
}
