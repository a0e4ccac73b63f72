/* compare -- do the paths agree?  Each path with the reference, and float with double. */
#include "build_info.h"
#include "programs.h"
#include "compare.h"

#include "request.h"
#include "process.h"
#include "picture.h"
#include "output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Runs ---- */

static bool audit(const struct compare *k, struct audit_cases *s, const struct audit_of *of,
                  struct audited *a, struct tri_error *e)
{
    const struct tri_case *c = &s->path[of->precision];
    progress_begin_beside(c, tri_path_name(of->path));
    bool good = compare_runs_here(k) ? audit_here(s, of, a, e) : audit_there(c, of, a, e);
    progress_end();
    return good;
}

/* A path that cannot run is a line; it fails the program if it was asked for by name, or has begun.  The other lines are
 * there all the same. */
static void note_absent(struct compare *k, struct row *r, const struct tri_error *why)
{
    snprintf(r->absent, sizeof r->absent, "%s", why->text);
    r->failed |= why->status != TRI_AGREED;
    if (why->status != TRI_AGREED && k->failure.status == TRI_AGREED)
        k->failure = *why;
}

static bool run_precision(struct compare *k, struct audit_cases *s, const struct tri_variant *v,
                          enum tri_precision p, struct row *r, struct tri_error *e)
{
    struct audited *a = &r->of[p];
    const struct audit_of of = {
        .variant = v,
        .path = r->path,
        .precision = p,
        .level = k->audit,
        .launch = k->launch,
        .seconds = (int)k->timeout,
    };
    struct tri_error why = { .status = TRI_AGREED };
    if (!audit(k, s, &of, a, &why)) {
        snprintf(a->why, sizeof a->why, "%s", why.text);
        note_absent(k, r, &why);
        return why.status == TRI_FAILED || tri_fail(e, why.status, "%s", why.text);
    }
    if (a->ran)
        note_verdict(k, r, p);
    else if (a->no_path && k->request.paths_given)
        tri_fail(&why, TRI_FAILED, "%s", a->why);
    if (!a->ran) {
        snprintf(why.text, sizeof why.text, "%s", a->why);
        note_absent(k, r, &why);
    }
    return true;
}

/* Of --special. */
static void leave_out(struct row *r, enum tri_precision p)
{
    struct audited *a = &r->of[p];
    snprintf(a->why, sizeof a->why, "may differ by a bound, which says nothing of --special");
    snprintf(r->absent, sizeof r->absent, "%s", a->why);
}

static bool run_variant(struct compare *k, struct audit_cases *s, enum tri_path path, size_t i,
                        struct tri_error *e)
{
    const struct tri_hotspot *h = s->path[TRI_DOUBLE].hotspot;
    struct row r = { .hotspot = h, .path = path };
    r.variant = tri_path_has_variants(path) ? tri_variant_at(h, i)->name : NULL;
    for (int p = 0; p < TRI_PRECISIONS && !r.failed; p++) {
        const struct tri_variant *v = tri_variant_at(s->path[p].hotspot, i);
        if (!tri_path_of(s->path[p].hotspot, v, path) || !k->request.precision[p])
            continue;
        if (!special_takes(k, v))
            leave_out(&r, (enum tri_precision)p);
        else if (!run_precision(k, s, v, (enum tri_precision)p, &r, e))
            return false;
    }
    return show_row(k, s->path, &r, e);
}

/* Runs every requested variant of the path; reference and origin run once. */
static bool run_path(struct compare *k, struct audit_cases *s, enum tri_path path,
                     struct tri_error *e)
{
    const struct tri_hotspot *h = s->path[TRI_DOUBLE].hotspot;
    if (!request_has_path(&k->request, h->name, path))
        return true;
    for (size_t i = 0; request_next_variant(&k->request, h, path, &i);)
        if (!run_variant(k, s, path, i - 1, e))
            return false;
    return true;
}

static bool run_paths(struct compare *k, struct audit_cases *s, struct tri_error *e)
{
    show_head(k, &s->path[k->request.precision[TRI_DOUBLE] ? TRI_DOUBLE : TRI_FLOAT]);
    for (int path = 0; path < TRI_PATHS; path++)
        if (k->request.path[path] && !run_path(k, s, (enum tri_path)path, e))
            return false;
    show_end(k);
    return true;
}

static bool check_special(const struct compare *k, const struct tri_case *c, struct tri_error *e)
{
    bool defined;
    return special_is_defined(k, c, &defined, e) &&
           (defined ||
            tri_fail(e, TRI_USAGE, "--special: the reference of %s cannot take such inputs",
                     c->hotspot->name));
}

static bool make_cases(const struct compare *k, const char *name, struct audit_cases *s,
                       struct tri_error *e)
{
    bool good = true;
    *s = (struct audit_cases){ 0 };
    for (int p = 0; good && p < TRI_PRECISIONS; p++) {
        good = request_case(&k->request, name, (enum tri_precision)p, &s->path[p], e);
        s->path[p].inputs = k->special ? TRI_SPECIAL : TRI_AS_THEY_ARE;
        good = good && (!k->request.precision[p] || check_special(k, &s->path[p], e));
        s->reference[p] = s->path[p];
        if (good && k->request.precision[p] && compare_runs_here(k))
            good = tri_case_allocate(&s->reference[p], e) && tri_case_allocate(&s->path[p], e);
    }
    return good;
}

/* ---- The picture: of the path that ran last, since all paths agree ---- */

static bool any_in_both(const struct compare *k, const char *hotspot)
{
    bool any = false;
    for (int path = 0; path < TRI_PATHS; path++)
        any |= k->request.path[path] &&
               tri_has_path(tri_hotspot_named(hotspot, TRI_FLOAT), (enum tri_path)path) &&
               tri_has_path(tri_hotspot_named(hotspot, TRI_DOUBLE), (enum tri_path)path);
    return any;
}

static bool open_picture(const struct compare *k, const struct tri_case *c, struct tri_image *image,
                         struct tri_error *e)
{
    const struct tri_picture *p = &c->hotspot->picture;
    if (p->show != TRI_ESCAPE_TIMES)
        return tri_fail(e, TRI_USAGE, "--picture: shows where times differ, and %s has none",
                        c->hotspot->name);
    if (!k->request.precision[TRI_FLOAT] || !k->request.precision[TRI_DOUBLE])
        return tri_fail(e, TRI_USAGE, "--picture: needs both precisions, float and double");
    if (!any_in_both(k, c->hotspot->name))
        return tri_fail(e, TRI_USAGE, "--picture: needs a path that %s has in both precisions",
                        c->hotspot->name);
    return tri_image_open(image, k->picture, (ptrdiff_t)c->value[p->width].integer,
                          (ptrdiff_t)c->value[p->height].integer, e) ||
           name_option("--picture", e);
}

static bool paint(struct tri_image *image, const struct audit_cases *s, struct tri_error *e)
{
    int operand = s->path[TRI_FLOAT].hotspot->picture.operand;
    return tri_image_paint_difference(image, s->path[TRI_DOUBLE].operand[operand],
                                      s->path[TRI_FLOAT].operand[operand], NULL, e);
}

static bool run_case(struct compare *k, const char *name, struct tri_error *e)
{
    struct audit_cases s;
    struct tri_image image;
    bool good = make_cases(k, name, &s, e);
    if (good && k->picture)
        good = open_picture(k, &s.path[TRI_DOUBLE], &image, e);
    if (good) {
        good = run_paths(k, &s, e);
        if (k->picture && good)
            good = paint(&image, &s, e);
        else if (k->picture)
            tri_image_abandon(&image);
    }
    audit_cases_free(&s);
    return good;
}

/* One without real inputs is left out of all, and refused if it is named. */
static bool run_hotspot(struct compare *k, const char *name, struct tri_error *e)
{
    struct tri_case c;
    if (!request_case(&k->request, name, TRI_DOUBLE, &c, e))
        return false;
    if (!special_is_for(k, &c))
        return true;
    return k->random > 0 ? compare_random(k, name, e) : run_case(k, name, e);
}

static bool run_all(struct compare *k, struct tri_error *e)
{
    if (!compare_check(k, e) || !request_devices(&k->request, &k->launch.devices, e))
        return false;
    k->launch.threads = k->request.threads;
    k->launch.ranks = tri_ranks() > 1 ? tri_ranks() : 0;
    ranks_print(k->out);
    devices_print(&k->request, k->launch.devices, k->out);
    for (size_t i = 0; i < k->request.hotspots; i++)
        if (!run_hotspot(k, k->request.hotspot[i], e))
            return false;
    return true;
}

static bool run_and_judge(void *compare, struct tri_error *e)
{
    struct compare *k = compare;
    char *wrong = NULL;
    size_t size;
    k->wrong = open_memstream(&wrong, &size);
    bool good = (k->wrong || tri_fail(e, TRI_FAILED, "out of memory")) && run_all(k, e);
    if (k->wrong && (fclose(k->wrong) != 0 || !wrong) && good)
        good = tri_fail(e, TRI_FAILED, "out of memory");
    const struct outcome outcome = { .nothing = !k->any_ran,
                                     .no_offload = !k->offload_ran &&
                                                   request_asks_path(&k->request, TRI_OFFLOAD),
                                     .wrong = wrong };
    /* Another process has tried; this one is asked whether there is a GPU that does not start. */
    if (good && outcome.no_offload)
        tri_device_start(&(struct tri_error){ 0 });
    if (good && k->failure.status != TRI_AGREED && !k->any_ran && !k->json)
        good = tri_fail(e, k->failure.status, "%s", k->failure.text);
    good = good && show_verdict(k, &outcome, e);
    free(wrong);
    return good;
}

int tri_compare(int argc, char **argv)
{
    struct compare k;
    struct tri_error e;
    int status;
    if (audit_serves(argc, argv, &status))
        return status;
    if (!ranks_begin("compare", &status))
        return status;
    if (!compare_options(&k, argc, argv, &e))
        return finish("compare", false, false, &e);
    tri_device_guard(program_name("compare"));
    bool good =
        write_output(&k.request, &k.out, run_and_judge, &k, &e) || (!k.json && print_failure(&e));
    audit_there_end();
    json_decref(k.json);
    if (good && k.failure.status != TRI_AGREED) {
        e = k.failure;
        good = false;
    }
    good = good && offload_is_whole(&k.request, &e);
    /* Without offload in the build, a file that has no other path cannot be judged. */
    const bool judged = k.any_ran || !TRIPTYCH_OFFLOAD;
    return finish("compare", good, k.disagreed || !judged, &e);
}
