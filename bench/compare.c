/* compare -- do the paths agree?  Each path with the reference, and float with double. */
#include "audit.h"
#include "measure.h"
#include "compare_options.h"
#include "programs.h"

#include "devices.h"
#include "format.h"
#include "output.h"
#include "picture.h"
#include "progress.h"
#include "launched.h"
#include "sibling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The table ---- */

/* One path's outputs in both precisions, and how they differ. */
struct row {
    enum tri_path path;
    const char *variant; /* NULL for the reference and the origin */
    bool ran[TRI_PRECISIONS];
    struct tri_audit audit[TRI_PRECISIONS];
    struct tri_difference between;
};

static const char *const layout = "%-23s %20s %20s %24s %10s %9s\n";

static struct text count(const struct tri_difference *d, bool known)
{
    struct text t;
    if (known)
        snprintf(t.s, sizeof t.s, "%zu (%.4g %%)", d->different,
                 100 * (double)d->different / (double)d->points);
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
    const struct tri_audit *a = &r->audit[p], *other = &r->audit[!p];
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
    bool both = r->ran[TRI_FLOAT] && r->ran[TRI_DOUBLE];
    for (int p = 0; p < TRI_PRECISIONS; p++)
        if (r->ran[p])
            print_findings_in(k, r, (enum tri_precision)p, both);
}

static void print_row(const struct compare *k, const struct row *r)
{
    bool both = r->ran[TRI_FLOAT] && r->ran[TRI_DOUBLE];
    bool floating = both && r->between.max_ulps > 0;
    fprintf(k->out, layout, contender_name(NULL, r->path, r->variant).s,
            count(&r->audit[TRI_FLOAT].difference, r->ran[TRI_FLOAT]).s,
            count(&r->audit[TRI_DOUBLE].difference, r->ran[TRI_DOUBLE]).s,
            count(&r->between, both).s, magnitude(r->between.largest, both).s,
            magnitude(r->between.max_ulps, floating).s);
    print_findings(k, r);
    fflush(k->out);
}

static void print_head(const struct compare *k, const struct tri_case *c)
{
    print_case(k->out, c);
    fprintf(k->out, "%zu points\n\n", tri_case_difference(c, c).points);
    fprintf(k->out, layout, "", "differs from the", "reference's output", "float differs from", "",
            "");
    fprintf(k->out, layout, "path", "in float", "in double", "double", "by up to", "ULPs");
}

/* ---- Runs ---- */

struct cases {
    struct tri_case reference[TRI_PRECISIONS], path[TRI_PRECISIONS];
};

/* A path that is not available is an error if the user named it.  Anything else that cannot run is a line in the
 * table. */
static bool can_run(struct compare *k, const struct tri_case *c, const struct tri_variant *v,
                    const struct row *r, bool *can, struct tri_error *e)
{
    struct tri_error why = { .status = TRI_AGREED };
    *can = tri_path_available(r->path, &why);
    if (!*can && k->request.paths_given)
        return tri_fail(e, TRI_FAILED, "%s", why.text);
    if (*can)
        *can = tri_variant_available(v, r->path, &why);
    if (*can && tri_path_has_variants(r->path))
        *can = tri_ranks_available(c, v, r->path, &k->launch, &why);
    if (*can && r->path == TRI_OFFLOAD)
        *can = tri_devices_available(c, v, &k->launch, &why);
    if (!*can)
        fprintf(k->out, "%-23s not run: %s\n", contender_name(NULL, r->path, r->variant).s,
                why.text);
    return true;
}

/* Records a run for the verdict. */
static void judge(struct compare *k, const struct tri_case *reference, const struct row *r,
                  enum tri_precision p)
{
    k->any_ran = true;
    k->offload_ran |= r->path == TRI_OFFLOAD;
    if (!r->audit[p].wrong)
        return;
    fprintf(k->wrong, "%s%s.%s.%s.%s", k->disagreed ? ", " : "", reference->hotspot->name,
            tri_path_name(r->path), r->variant ? r->variant : "-", tri_precision_name(p));
    k->disagreed = true;
}

/* Variant number i of the path. */
static bool run_variant(struct compare *k, struct cases *s, enum tri_path path, size_t i,
                        struct row *r, struct tri_error *e)
{
    const struct tri_variant *named = tri_variant_at(s->path[TRI_DOUBLE].hotspot, i);
    bool can;
    *r = (struct row){ .path = path };
    r->variant = tri_path_has_variants(path) ? named->name : NULL;
    if (!can_run(k, &s->path[TRI_DOUBLE], named, r, &can, e))
        return false;
    for (int p = 0; can && p < TRI_PRECISIONS; p++) {
        struct tri_case *c = &s->path[p];
        const struct tri_variant *v = tri_variant_at(c->hotspot, i);
        if (!k->request.precision[p] || !tri_path_of(c->hotspot, v, path))
            continue;
        if (!tri_case_choose(c, v, e))
            return false;
        progress_begin_beside(c, tri_path_name(path));
        r->ran[p] =
            tri_audit_path(c, path, &s->reference[p], &k->launch, k->audit, &r->audit[p], e);
        progress_end();
        if (!r->ran[p])
            return false;
        judge(k, &s->reference[p], r, (enum tri_precision)p);
    }
    if (r->ran[TRI_FLOAT] && r->ran[TRI_DOUBLE])
        r->between = tri_case_difference(&s->path[TRI_FLOAT], &s->path[TRI_DOUBLE]);
    return true;
}

/* Runs every requested variant of the path; reference and origin run once. */
static bool run_path(struct compare *k, struct cases *s, enum tri_path path, struct tri_error *e)
{
    const struct tri_hotspot *h = s->path[TRI_DOUBLE].hotspot;
    struct row r;
    if (!request_has_path(&k->request, h->name, path))
        return true;
    for (size_t i = 0; request_next_variant(&k->request, h, path, &i);) {
        if (!run_variant(k, s, path, i - 1, &r, e))
            return false;
        if (r.ran[TRI_FLOAT] || r.ran[TRI_DOUBLE])
            print_row(k, &r);
    }
    return true;
}

static bool run_paths(struct compare *k, struct cases *s, struct tri_error *e)
{
    for (int p = 0; p < TRI_PRECISIONS; p++)
        if (k->request.precision[p] &&
            !run_with_progress(&s->reference[p], TRI_REFERENCE, &k->launch, e))
            return false;
    print_head(k, &s->reference[k->request.precision[TRI_DOUBLE] ? TRI_DOUBLE : TRI_FLOAT]);
    for (int path = 0; path < TRI_PATHS; path++)
        if (k->request.path[path] && !run_path(k, s, (enum tri_path)path, e))
            return false;
    fputc('\n', k->out);
    return true;
}

static bool allocate(const struct compare *k, const char *name, struct cases *s,
                     struct tri_error *e)
{
    bool good = true;
    *s = (struct cases){ 0 };
    for (int p = 0; good && p < TRI_PRECISIONS; p++) {
        good = request_case(&k->request, name, (enum tri_precision)p, &s->reference[p], e);
        s->path[p] = s->reference[p];
        if (good && k->request.precision[p])
            good = tri_case_allocate(&s->reference[p], e) && tri_case_allocate(&s->path[p], e);
    }
    return good;
}

static void release(struct cases *s)
{
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        tri_case_free(&s->reference[p]);
        tri_case_free(&s->path[p]);
    }
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

static bool paint(struct tri_image *image, const struct cases *s, struct tri_error *e)
{
    int operand = s->path[TRI_FLOAT].hotspot->picture.operand;
    return tri_image_paint_difference(image, s->path[TRI_DOUBLE].operand[operand],
                                      s->path[TRI_FLOAT].operand[operand], NULL, e);
}

static bool run_hotspot(struct compare *k, const char *name, struct tri_error *e)
{
    struct cases s;
    struct tri_image image;
    bool good = allocate(k, name, &s, e);
    if (good && k->picture)
        good = open_picture(k, &s.path[TRI_DOUBLE], &image, e);
    if (good) {
        good = run_paths(k, &s, e);
        if (k->picture && good)
            good = paint(&image, &s, e);
        else if (k->picture)
            tri_image_abandon(&image);
    }
    release(&s);
    return good;
}

static bool run_all(struct compare *k, struct tri_error *e)
{
    if (!compare_check(k, e) || !request_devices(&k->request, &k->launch.devices, e))
        return false;
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
    if (k->wrong && fclose(k->wrong) != 0 && good)
        good = tri_fail(e, TRI_FAILED, "out of memory");
    if (good)
        print_verdict(k->out,
                      &(struct outcome){ .nothing = !k->any_ran,
                                         .no_offload = !k->offload_ran &&
                                                       request_asks_path(&k->request, TRI_OFFLOAD),
                                         .wrong = wrong });
    free(wrong);
    return good;
}

int tri_compare(int argc, char **argv)
{
    struct compare k;
    struct tri_error e;
    int status;
    if (!ranks_begin("compare", &status))
        return status;
    if (!compare_options(&k, argc, argv, &e))
        return finish("compare", false, false, &e);
    tri_device_guard(program_name("compare"));
    bool good = write_output(&k.request, &k.out, run_and_judge, &k, &e) || print_failure(&e);
    return finish("compare", good, k.disagreed, &e);
}
