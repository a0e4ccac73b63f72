/* compare's table. */
#include "compare.h"

#include "rows.h"

#include <math.h>
#include <string.h>

static const char *const layout = "%-23s %20s %20s %20s %10s %9s  %s\n";

static struct text count(const struct tri_difference *d, bool known)
{
    struct text t;
    double all = d->points > 0 ? (double)d->points : 1; /* an array may be empty */
    if (known)
        snprintf(t.s, sizeof t.s, "%zu (%.4g %%)", d->different, 100 * (double)d->different / all);
    else
        snprintf(t.s, sizeof t.s, "-");
    return t;
}

static struct text magnitude(double x, bool known)
{
    struct text t;
    snprintf(t.s, sizeof t.s, known ? "%.6g" : "-", x);
    return t;
}

/* What was found in one precision, unless it was said of the other one. */
static void print_findings_in(const struct compare *k, const struct row *r, enum tri_precision p,
                              bool both)
{
    const struct tri_audit *a = &r->of[p].audit, *other = &r->of[!p].audit;
    for (size_t i = 0; i < a->n; i++) {
        bool same = both && i < other->n && strcmp(a->finding[i].text, other->finding[i].text) == 0;
        if (same && p == TRI_DOUBLE)
            continue;
        fprintf(k->out, "  %s%s%s: %s\n", a->finding[i].is_note ? "note" : "WRONG",
                same ? "" : " in ", same ? "" : tri_precision_name(p), a->finding[i].text);
    }
}

static void print_findings(const struct compare *k, const struct row *r)
{
    bool both = r->of[TRI_FLOAT].ran && r->of[TRI_DOUBLE].ran;
    for (int p = 0; p < TRI_PRECISIONS; p++)
        if (r->of[p].ran)
            print_findings_in(k, r, (enum tri_precision)p, both);
}

/* What was done, of the precision with more of it. */
static struct text audit_of(const struct row *r)
{
    const struct tri_audit *f = &r->of[TRI_FLOAT].audit, *d = &r->of[TRI_DOUBLE].audit;
    const struct tri_audit *a = d->runs > f->runs ? d : f;
    bool blind = r->path == TRI_OFFLOAD && a->runs > 1 && !a->ledger;
    struct text t;
    snprintf(t.s, sizeof t.s, "%d run%s%s", a->runs, a->runs == 1 ? "" : "s",
             blind ? ", no OMPT" : "");
    return t;
}

static const struct tri_difference *between(const struct row *r)
{
    return &r->of[r->of[TRI_DOUBLE].both ? TRI_DOUBLE : TRI_FLOAT].between;
}

/* "-" for the result of a path that has ended its process. */
static bool has_result(const struct row *r, enum tri_precision p)
{
    return r->of[p].ran && r->of[p].audit.runs > 0;
}

static void print_row(const struct compare *k, const struct row *r)
{
    bool both = r->of[TRI_FLOAT].both || r->of[TRI_DOUBLE].both;
    bool floating = both && between(r)->max_ulps > 0;
    fprintf(k->out, layout, contender_name(NULL, r->path, r->variant).s,
            count(&r->of[TRI_FLOAT].audit.difference, has_result(r, TRI_FLOAT)).s,
            count(&r->of[TRI_DOUBLE].audit.difference, has_result(r, TRI_DOUBLE)).s,
            count(between(r), both).s, magnitude(between(r)->largest, both).s,
            magnitude(between(r)->max_ulps, floating).s, audit_of(r).s);
    print_findings(k, r);
}

static bool is_result(const struct tri_case *c, int o)
{
    return tri_operand_in(c, o) && tri_operand_is_written(c, o);
}

/* "2501 points: 2500 of potential, 1 of taken". */
static void print_points(FILE *out, const struct tri_case *c)
{
    size_t points = 0, results = 0;
    for (int o = 0; o < TRI_SLOTS; o++)
        if (is_result(c, o)) {
            points += c->length[o];
            results++;
        }
    fprintf(out, "%zu point%s", points, points == 1 ? "" : "s");
    const char *before = ": ";
    for (int o = 0; results > 1 && o < TRI_SLOTS; o++)
        if (is_result(c, o)) {
            fprintf(out, "%s%zu of %s", before, c->length[o], tri_operand_in(c, o)->name);
            before = ", ";
        }
    fputc('\n', out);
}

/* ---- For compare ---- */

void show_head(const struct compare *k, const struct tri_case *c)
{
    if (k->json)
        return;
    print_case(k->out, c);
    print_points(k->out, c);
    print_build_kind(k->out, c->hotspot);
    print_intrinsics(k->out);
    fputc('\n', k->out);
    fprintf(k->out, layout, "path", "differs in float", "differs in double", "float from double",
            "by up to", "ULPs", "audit");
}

bool show_row(struct compare *k, const struct tri_case c[TRI_PRECISIONS], const struct row *r,
              struct tri_error *e)
{
    if (k->json)
        return keep_row(k, c, r, e);
    if (r->of[TRI_FLOAT].ran || r->of[TRI_DOUBLE].ran)
        print_row(k, r);
    if (*r->absent)
        fprintf(k->out, "%-23s not run: %s\n", contender_name(NULL, r->path, r->variant).s,
                r->absent);
    fflush(k->out);
    return true;
}

void note_verdict(struct compare *k, const struct row *r, enum tri_precision p)
{
    k->any_ran |= r->path != TRI_REFERENCE || k->request.paths_given;
    k->offload_ran |= r->path == TRI_OFFLOAD;
    if (!r->of[p].audit.wrong)
        return;
    fprintf(k->wrong, "%s%s.%s.%s.%s", k->disagreed ? ", " : "", r->hotspot->name,
            tri_path_name(r->path), r->variant ? r->variant : "-", tri_precision_name(p));
    k->disagreed = true;
}

void show_end(const struct compare *k)
{
    if (!k->json)
        fputc('\n', k->out);
}

bool show_verdict(struct compare *k, const struct outcome *o, struct tri_error *e)
{
    if (k->json)
        return json_dumpf(k->json, k->out, JSON_INDENT(1) | JSON_REAL_PRECISION(17)) == 0 &&
                       fputc('\n', k->out) != EOF
                   ? true
                   : tri_fail(e, TRI_FAILED, "the rows could not be written");
    if (k->failure.status != TRI_AGREED && !*o->wrong)
        fputs("VERDICT: failed\n", k->out);
    else
        print_verdict(k->out, o);
    return true;
}

/* ---- Rows as JSON: everything that was found, for programs ---- */

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
    json_object_set_new(row, "variant", json_pack("s?", r->variant));
    json_object_set_new(row, "precision", json_string(tri_precision_name(c->hotspot->precision)));
    json_object_set_new(row, "params", tri_row_params(c));
    json_object_set_new(row, "build_kind", json_string(tri_build_kind(c->hotspot)));
    json_object_set_new(row, "intrinsics",
                        json_pack("s?", r->path == TRI_AVX2 ? tri_intrinsics() : NULL));
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
