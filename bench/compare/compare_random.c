/* Many small cases of a hotspot, with parameters drawn at random. */
#include "compare_random.h"

#include "compare_show.h"
#include "format.h"
#include "progress.h"
#include "row.h"
#include "sibling.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* Of a path in one precision. */
struct tally {
    size_t cases, wrong;
    char absent[400]; /* why it could not run; "": it could */
};

/* All of a hotspot. */
struct draws {
    const char *hotspot;
    struct tri_case usual[TRI_PRECISIONS], of[TRI_PRECISIONS];
    char set[TRI_PARAMETERS_ROOM]; /* the parameters of these, as --set takes them */
    struct tally tally[TRI_PATHS][TRI_MAX_VARIANTS + 1][TRI_PRECISIONS];
    size_t left_out[TRI_PRECISIONS]; /* cases with special inputs that the reference cannot take */
};

/* ---- What was found ---- */

static void show_command(const struct compare *k, const struct draws *d, const struct row *r,
                         enum tri_precision p)
{
    fprintf(k->out, "    again: %s %s --path %s%s%s --precision %s%s%s%s%s\n",
            program_name("compare"), d->hotspot, tri_path_name(r->path),
            r->variant ? " --variant " : "", r->variant ? r->variant : "", tri_precision_name(p),
            k->special ? " --special" : "", r->of[p].audit.n > 0 ? "" : " --audit off",
            *d->set ? " --set " : "", d->set);
}

/* The first of a path and precision. */
static void show_wrong(const struct compare *k, const struct draws *d, const struct row *r,
                       enum tri_precision p)
{
    const struct tri_audit *a = &r->of[p].audit;
    fprintf(k->out, "WRONG: %s in %s with %s: ", contender_name(NULL, r->path, r->variant).s,
            tri_precision_name(p), *d->set ? d->set : "its parameters");
    if (a->n > 0)
        fprintf(k->out, "%s\n", a->finding[0].text);
    else
        fprintf(k->out, "%zu of %zu numbers differ from the reference's, by up to %.6g\n",
                a->difference.different, a->difference.points, a->difference.largest);
    show_command(k, d, r, p);
    fflush(k->out);
}

static bool keep_wrong(struct compare *k, const struct draws *d, const struct row *r,
                       struct tri_error *e)
{
    return !k->json || keep_row(k, d->of, r, e);
}

/* ---- One run ---- */

static void count_absent(struct compare *k, struct tally *t, const struct audited *a,
                         const struct tri_error *why)
{
    snprintf(t->absent, sizeof t->absent, "%s", *a->why ? a->why : why->text);
    if (why->status != TRI_AGREED && k->failure.status == TRI_AGREED)
        k->failure = *why;
}

/* The name of a wrong path goes to the verdict once. */
static bool count(struct compare *k, struct draws *d, struct row *r, enum tri_precision p,
                  struct tally *t, struct tri_error *e)
{
    struct audited *a = &r->of[p];
    const bool wrong = a->audit.wrong;
    t->cases++;
    t->wrong += wrong;
    a->audit.wrong = wrong && t->wrong == 1;
    note_verdict(k, r, p);
    a->audit.wrong = wrong;
    if (!wrong)
        return true;
    if (t->wrong == 1 && !k->json) {
        progress_end();
        show_wrong(k, d, r, p);
    }
    return keep_wrong(k, d, r, e);
}

/* *right: it has run, and is. */
static bool run_one(struct compare *k, struct draws *d, const struct audit_of *of, size_t variant,
                    bool *right, struct tri_error *e)
{
    struct row r = { .hotspot = d->of[of->precision].hotspot, .path = of->path };
    struct audited *a = &r.of[of->precision];
    struct tally *t = &d->tally[of->path][variant][of->precision];
    struct tri_error why = { .status = TRI_AGREED };
    *right = false;
    r.variant = tri_path_has_variants(of->path) ? of->variant->name : NULL;
    if (!audit_there(&d->of[of->precision], of, a, &why) || !a->ran) {
        count_absent(k, t, a, &why);
        return why.status != TRI_USAGE || tri_fail(e, why.status, "%s", why.text);
    }
    *right = !a->audit.wrong;
    return count(k, d, &r, of->precision, t, e);
}

/* Special inputs are for references that can take them: those are audited as paths are.  *defined: this one can. */
static bool run_reference(struct compare *k, struct draws *d, struct audit_of of, bool *defined,
                          struct tri_error *e)
{
    struct audited a;
    struct tri_error why;
    of.path = TRI_REFERENCE;
    of.variant = &d->of[of.precision].hotspot->plain;
    *defined = true;
    if (!k->special)
        return run_one(k, d, &of, 0, defined, e);
    of.level = TRI_AUDIT_QUICK;
    *defined = audit_there(&d->of[of.precision], &of, &a, &why) && a.ran && !a.audit.wrong;
    d->left_out[of.precision] += !*defined;
    return true;
}

static bool run_path(struct compare *k, struct draws *d, struct audit_of *of, struct tri_error *e)
{
    const struct tri_hotspot *h = d->of[of->precision].hotspot;
    bool right;
    for (size_t i = 0; (of->variant = request_next_variant(&k->request, h, of->path, &i));)
        if (tri_path_of(h, of->variant, of->path) && compare_takes(k, of->variant) &&
            !run_one(k, d, of, i - 1, &right, e))
            return false;
    return true;
}

static bool run_precision(struct compare *k, struct draws *d, enum tri_precision p,
                          struct tri_error *e)
{
    struct audit_of of = {
        .precision = p, .level = k->audit, .launch = k->launch, .seconds = (int)k->timeout
    };
    bool defined;
    if (!run_reference(k, d, of, &defined, e))
        return false;
    for (int path = 0; defined && path < TRI_PATHS; path++) {
        of.path = (enum tri_path)path;
        if (k->request.path[path] && tri_path_has_variants(of.path) && !run_path(k, d, &of, e))
            return false;
    }
    return true;
}

/* ---- Cases ---- */

static bool draw(const struct compare *k, struct draws *d, unsigned short state[3],
                 struct tri_error *e)
{
    bool good = tri_audit_draw(&d->usual[TRI_DOUBLE], state, d->set, sizeof d->set) ||
                tri_fail(e, TRI_FAILED, "no other case of %s could be drawn", d->hotspot);
    for (int p = 0; good && p < TRI_PRECISIONS; p++) {
        tri_case_init(&d->of[p], d->usual[p].hotspot);
        good = !*d->set || tri_case_set(&d->of[p], d->set, e);
        d->of[p].inputs = k->special ? TRI_SPECIAL : TRI_AS_THEY_ARE;
    }
    return good;
}

static bool run_cases(struct compare *k, struct draws *d, struct tri_error *e)
{
    /* as srand48() begins */
    unsigned short state[3] = { 0x330E, (unsigned short)k->seed, (unsigned short)(k->seed >> 16) };
    for (long i = 0; i < k->random; i++) {
        if (!draw(k, d, state, e))
            return false;
        progress_part("case", (size_t)i, (size_t)k->random);
        for (int p = 0; p < TRI_PRECISIONS; p++)
            if (k->request.precision[p] && !run_precision(k, d, (enum tri_precision)p, e))
                return false;
    }
    return true;
}

/* ---- All of them ---- */

static const char *const layout = "%-23s %10s %10s %12s %10s\n";

static struct text number(const struct tally *t, size_t n)
{
    struct text text = { "-" };
    if (t->cases > 0)
        snprintf(text.s, sizeof text.s, "%zu", n);
    return text;
}

static void show_tally(const struct compare *k, enum tri_path path, const char *variant,
                       const struct tally t[TRI_PRECISIONS])
{
    const struct text name = contender_name(NULL, path, variant);
    if (t[TRI_FLOAT].cases + t[TRI_DOUBLE].cases > 0)
        fprintf(k->out, layout, name.s, number(&t[TRI_FLOAT], t[TRI_FLOAT].cases).s,
                number(&t[TRI_FLOAT], t[TRI_FLOAT].wrong).s,
                number(&t[TRI_DOUBLE], t[TRI_DOUBLE].cases).s,
                number(&t[TRI_DOUBLE], t[TRI_DOUBLE].wrong).s);
    for (int p = 0; p < TRI_PRECISIONS; p++)
        if (*t[p].absent && !(p > 0 && strcmp(t[p].absent, t[0].absent) == 0))
            fprintf(k->out, "%-23s not run: %s\n", name.s, t[p].absent);
}

static bool keep_tally(struct compare *k, const struct draws *d, enum tri_path path,
                       const char *variant, const struct tally t[TRI_PRECISIONS],
                       struct tri_error *e)
{
    for (int p = 0; p < TRI_PRECISIONS; p++)
        if (t[p].cases > 0 &&
            json_array_append_new(
                k->json, json_pack("{s:s, s:s, s:s?, s:s, s:I, s:I, s:I}", "hotspot", d->hotspot,
                                   "path", tri_path_name(path), "variant", variant, "precision",
                                   tri_precision_name((enum tri_precision)p), "seed",
                                   (json_int_t)k->seed, "cases", (json_int_t)t[p].cases,
                                   "wrong_cases", (json_int_t)t[p].wrong)) != 0)
            return tri_fail(e, TRI_FAILED, "out of memory");
    return true;
}

static bool show_all(struct compare *k, const struct draws *d, struct tri_error *e)
{
    const struct tri_hotspot *h = d->usual[TRI_DOUBLE].hotspot;
    if (!k->json) {
        fprintf(k->out, layout, "", "in float", "", "in double", "");
        fprintf(k->out, layout, "path", "cases", "wrong", "cases", "wrong");
    }
    for (int path = 0; path < TRI_PATHS; path++)
        for (size_t i = 0; i < tri_variant_count(h); i++) {
            const bool has = tri_path_has_variants((enum tri_path)path);
            const char *variant = has ? tri_variant_at(h, i)->name : NULL;
            const struct tally *t = d->tally[path][i];
            if (k->json && !keep_tally(k, d, (enum tri_path)path, variant, t, e))
                return false;
            if (!k->json)
                show_tally(k, (enum tri_path)path, variant, t);
        }
    for (int p = 0; p < TRI_PRECISIONS && !k->json; p++)
        if (d->left_out[p] > 0)
            fprintf(k->out, "%zu cases in %s left out: the reference cannot take such inputs\n",
                    d->left_out[p], tri_precision_name((enum tri_precision)p));
    if (!k->json)
        fputc('\n', k->out);
    return true;
}

static bool draw_and_run(struct compare *k, struct draws *d, struct tri_error *e)
{
    for (int p = 0; p < TRI_PRECISIONS; p++)
        if (!request_case(&k->request, d->hotspot, (enum tri_precision)p, &d->usual[p], e))
            return false;
    if (!k->json)
        fprintf(k->out, "%s: %s\n%ld small cases drawn at random: --seed %ld\n", d->hotspot,
                d->usual[TRI_DOUBLE].hotspot->formula, k->random, k->seed);
    progress_begin_beside(&d->usual[TRI_DOUBLE], "random cases");
    bool good = run_cases(k, d, e);
    progress_end();
    return good && show_all(k, d, e);
}

bool compare_random(struct compare *k, const char *hotspot, struct tri_error *e)
{
    struct draws *d = calloc(1, sizeof *d);
    if (!d)
        return tri_fail(e, TRI_FAILED, "out of memory");
    if (k->seed < 0)
        k->seed = (long)(time(NULL) & UINT32_MAX);
    d->hotspot = hotspot;
    bool good = draw_and_run(k, d, e);
    free(d);
    return good;
}
