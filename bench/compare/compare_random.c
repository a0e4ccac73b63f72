/* Many small cases of a hotspot, with parameters drawn at random. */
#include "compare.h"

#include "process.h"

#include <string.h>
#include <time.h>

/* Of a path in one precision. */
struct tally {
    size_t cases, wrong;
    char absent[400]; /* why it could not run; "": it could */
};

struct draws {
    const char *hotspot;
    struct tri_case usual[TRI_PRECISIONS], of[TRI_PRECISIONS];
    char set[TRI_PARAMETERS_ROOM]; /* the parameters of these, as --set takes them */
    struct tally tally[TRI_PATHS][TRI_MAX_VARIANTS + 1][TRI_PRECISIONS];
    size_t left_out
        [TRI_PRECISIONS]; /* cases that cannot be filled, or whose reference cannot take special inputs */
    char why[TRI_PRECISIONS][400]; /* of the first of these */
};

/* ---- What was found ---- */

static void show_option(const struct compare *k, const char *option, const char *value)
{
    fprintf(k->out, " %s ", option);
    print_word(k->out, value);
}

/* With the options that decide how paths run. */
static void show_command(const struct compare *k, const struct draws *d, const struct row *r,
                         enum tri_precision p)
{
    fprintf(k->out, "    again: %s %s", program_name("compare"), d->hotspot);
    show_option(k, "--path", tri_path_name(r->path));
    if (r->variant)
        show_option(k, "--variant", r->variant);
    show_option(k, "--precision", tri_precision_name(p));
    if (k->special)
        fputs(" --special", k->out);
    if (k->request.threads_given)
        fprintf(k->out, " --threads %d", k->request.threads);
    if (k->timeout > 0)
        fprintf(k->out, " --timeout %ld", k->timeout);
    else if (k->audit == TRI_AUDIT_OFF && r->of[p].audit.n == 0)
        fputs(" --audit off", k->out);
    if (k->level && k->audit != TRI_AUDIT_OFF)
        show_option(k, "--audit", k->level);
    if (*d->set)
        show_option(k, "--set", d->set);
    fputc('\n', k->out);
}

/* The first of a path and precision. */
static void show_wrong(const struct compare *k, const struct draws *d, const struct row *r,
                       enum tri_precision p)
{
    const struct tri_audit *a = &r->of[p].audit;
    const char *found = tri_audit_first_wrong(a);
    progress_end();
    fprintf(k->out, "WRONG: %s in %s with %s: ", contender_name(NULL, r->path, r->variant).s,
            tri_precision_name(p), *d->set ? d->set : "its parameters");
    if (found)
        fprintf(k->out, "%s\n", found);
    else
        fprintf(k->out, "%zu of %zu numbers differ from the reference's, by up to %.6g\n",
                a->difference.different, a->difference.points, a->difference.largest);
    show_command(k, d, r, p);
    fflush(k->out);
    progress_begin_beside(&d->usual[p], "random cases");
}

/* ---- One run ---- */

/* A path that this machine has not is an error if it was asked for by name. */
static void count_absent(struct compare *k, struct tally *t, const struct audited *a,
                         struct tri_error *why)
{
    snprintf(t->absent, sizeof t->absent, "%s", *a->why ? a->why : why->text);
    if (a->no_path && k->request.paths_given)
        tri_fail(why, TRI_FAILED, "%s", a->why);
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
    if (r->path != TRI_REFERENCE || k->request.path[TRI_REFERENCE] || wrong)
        note_verdict(k, r, p);
    a->audit.wrong = wrong;
    if (!wrong)
        return true;
    if (t->wrong == 1 && !k->json)
        show_wrong(k, d, r, p);
    return !k->json || keep_row(k, d->of, r, e);
}

enum { LONGEST = 60 /* seconds of a small case's reference */ };

static void leave_out(struct draws *d, enum tri_precision p, const char *why)
{
    if (d->left_out[p]++ == 0)
        snprintf(d->why[p], sizeof d->why[p], "%s", why);
}

/* *right: it has run, and is.  A case that cannot be filled is left out. */
static bool run_one(struct compare *k, struct draws *d, const struct audit_of *of, size_t variant,
                    bool *right, struct tri_error *e)
{
    const enum tri_precision p = of->precision;
    struct row r = { .hotspot = d->of[p].hotspot, .path = of->path };
    struct audited *a = &r.of[p];
    struct tally *t = &d->tally[of->path][variant][p];
    struct tri_error why = { .status = TRI_AGREED };
    *right = false;
    r.variant = tri_path_has_variants(of->path) ? of->variant->name : NULL;
    const bool ran = audit_there(&d->of[p], of, a, &why) && a->ran;
    if (ran && of->path == TRI_REFERENCE && a->audit.n > 0 &&
        a->audit.finding[0].kind == TRI_DIED) {
        leave_out(d, p, a->audit.finding[0].text); /* a step of 0, for instance */
        return true;
    }
    if (ran) {
        *right = !a->audit.wrong;
        return count(k, d, &r, p, t, e);
    }
    if (why.status == TRI_USAGE && of->path == TRI_REFERENCE)
        leave_out(d, p, why.text);
    else
        count_absent(k, t, a, &why);
    return true;
}

/* *defined: paths can be compared with it. */
static bool run_reference(struct compare *k, struct draws *d, struct audit_of of, bool *defined,
                          struct tri_error *e)
{
    if (!special_is_defined(k, &d->of[of.precision], defined, e))
        return false;
    if (!*defined) {
        leave_out(d, of.precision, "the reference cannot take such inputs");
        return true;
    }
    of.path = TRI_REFERENCE;
    of.variant = &d->of[of.precision].hotspot->plain;
    if (of.seconds <= 0)
        of.seconds = LONGEST;
    return run_one(k, d, &of, 0, defined, e);
}

static bool run_path(struct compare *k, struct draws *d, struct audit_of *of, struct tri_error *e)
{
    const struct tri_hotspot *h = d->of[of->precision].hotspot;
    bool right;
    for (size_t i = 0; (of->variant = request_next_variant(&k->request, h, of->path, &i));)
        if (tri_path_of(h, of->variant, of->path) && special_takes(k, of->variant) &&
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

/* False: there is none. */
static bool draw(const struct compare *k, struct draws *d, unsigned short state[3])
{
    struct tri_error unused;
    if (!tri_audit_draw(&d->usual[TRI_DOUBLE], state, d->set, sizeof d->set))
        return false;
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        tri_case_init(&d->of[p], d->usual[p].hotspot);
        if (*d->set && !tri_case_set(&d->of[p], d->set, &unused))
            return false;
        d->of[p].inputs = k->special ? TRI_SPECIAL : TRI_AS_THEY_ARE;
    }
    return true;
}

static bool run_cases(struct compare *k, struct draws *d, struct tri_error *e)
{
    /* as srand48() begins */
    unsigned short state[3] = { 0x330E, (unsigned short)k->seed, (unsigned short)(k->seed >> 16) };
    for (long i = 0; i < k->random; i++) {
        const bool drawn = draw(k, d, state);
        progress_part("case", (size_t)i, (size_t)k->random);
        for (int p = 0; p < TRI_PRECISIONS; p++)
            if (k->request.precision[p] && !drawn)
                leave_out(d, (enum tri_precision)p, "no case of 1 MiB at most was found");
            else if (k->request.precision[p] && !run_precision(k, d, (enum tri_precision)p, e))
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

static json_t *tally_row(const struct compare *k, const struct draws *d, enum tri_path path,
                         const char *variant, enum tri_precision p, const struct tally *t)
{
    return json_pack("{s:s, s:s, s:s?, s:s, s:I, s:I, s:I, s:I, s:s?}", "hotspot", d->hotspot,
                     "path", tri_path_name(path), "variant", variant, "precision",
                     tri_precision_name(p), "seed", (json_int_t)k->seed, "cases",
                     (json_int_t)t->cases, "wrong_cases", (json_int_t)t->wrong, "left_out_cases",
                     (json_int_t)d->left_out[p], "absent", *t->absent ? t->absent : NULL);
}

static bool keep_tally(struct compare *k, const struct draws *d, enum tri_path path,
                       const char *variant, const struct tally t[TRI_PRECISIONS],
                       struct tri_error *e)
{
    for (int p = 0; p < TRI_PRECISIONS; p++)
        if ((t[p].cases > 0 || *t[p].absent) &&
            json_array_append_new(
                k->json, tally_row(k, d, path, variant, (enum tri_precision)p, &t[p])) != 0)
            return tri_fail(e, TRI_FAILED, "out of memory");
    return true;
}

static void show_left_out(const struct compare *k, const struct draws *d)
{
    for (int p = 0; p < TRI_PRECISIONS; p++)
        if (d->left_out[p] > 0)
            fprintf(k->out, "%zu cases in %s left out: %s\n", d->left_out[p],
                    tri_precision_name((enum tri_precision)p), d->why[p]);
    if (k->special)
        fputs("variants that may differ by a bound are left out\n", k->out);
    fputc('\n', k->out);
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
    if (!k->json)
        show_left_out(k, d);
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
