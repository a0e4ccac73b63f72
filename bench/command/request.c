/* The cases, paths and variants that a request selects. */
#include "request.h"

#include "output.h"
#include "png_file.h"

#include <stdlib.h>
#include <string.h>

/* ---- The file of --input: read once, and kept until the process ends ---- */

static struct tri_samples photo;

static bool takes_input(const char *hotspot)
{
    return tri_hotspot_named(hotspot, TRI_DOUBLE)->input.show;
}

bool request_read_input(struct request *r)
{
    bool taken = false;
    for (size_t i = 0; i < r->hotspots; i++)
        taken = taken || takes_input(r->hotspot[i]);
    if (!taken)
        return tri_fail(&r->error, TRI_USAGE, "--input %.200s: %s takes no image", r->input,
                        r->hotspots == 1 ? r->hotspot[0] : "none of the hotspots");
    return tri_samples_read(&photo, r->input, &r->error) || name_option("--input", &r->error);
}

/* ---- Cases ---- */

/* Whether only another requested hotspot has the parameter of this assignment. */
static bool for_another(const struct request *r, const struct tri_hotspot *h,
                        const char *assignment)
{
    size_t length = strcspn(assignment, "=");
    if (tri_param_named(h, assignment, length) >= 0)
        return false;
    for (size_t i = 0; i < r->hotspots; i++)
        if (tri_param_named(tri_hotspot_named(r->hotspot[i], TRI_DOUBLE), assignment, length) >= 0)
            return true;
    return false;
}

char *request_settings(const struct request *r, const char *hotspot)
{
    const struct tri_hotspot *h = tri_hotspot_named(hotspot, TRI_DOUBLE);
    char *all = NULL;
    size_t size, settings = 0;
    bool lost = false;
    FILE *out = open_memstream(&all, &size);
    for (size_t i = 0; out && i < r->sets; i++) {
        char *text = strdup(r->set[i]), *rest = text, *one;
        lost |= !text;
        while (rest && (one = strsep(&rest, ",")))
            if (!for_another(r, h, one))
                fprintf(out, "%s%s", settings++ ? "," : "", one);
        free(text);
    }
    if (out)
        lost |= fclose(out) != 0; /* short of memory, it fails by then */
    if (lost) {
        free(all);
        all = NULL;
    }
    return all;
}

bool fail_of_input(const char *option, const char *param, struct tri_error *e)
{
    return tri_fail(e, TRI_USAGE, "%s %s: --input FILE decides that, leave one of them out", option,
                    param);
}

/* Takes the image, which decides some parameters. */
static bool take_input(struct tri_case *c, struct tri_error *e)
{
    for (int i = 0; c->hotspot->params[i].name; i++)
        if (c->given[i] && tri_param_of_input(c->hotspot, i))
            return fail_of_input("--set", c->hotspot->params[i].name, e);
    return tri_case_take(c, &photo, e) || name_setting("--set", e);
}

bool request_case(const struct request *r, const char *hotspot, enum tri_precision precision,
                  struct tri_case *c, struct tri_error *e)
{
    tri_case_init(c, tri_hotspot_named(hotspot, precision));
    char *settings = request_settings(r, hotspot);
    bool good = (settings || tri_fail(e, TRI_FAILED, "out of memory")) &&
                (!r->base || tri_case_set(c, r->base, e) || name_setting("--set", e));
    if (good && *settings)
        good = tri_case_set(c, settings, e) || name_setting("--set", e);
    if (good && r->input && takes_input(hotspot))
        good = take_input(c, e);
    free(settings);
    return good;
}

/* ---- Variants ---- */

static bool is_usual(enum usual_variants usual, const struct tri_hotspot *h,
                     const struct tri_variant *v)
{
    return usual == USUAL_ALL || v == tri_variant_last(h) ||
           (usual != USUAL_TUNED && v == tri_variant_at(h, 0));
}

/* A brief run leaves out the plain variants of CPU paths, if the last variant has the path, too. */
static bool is_too_much(const struct request *r, const struct tri_hotspot *h,
                        const struct tri_variant *v, enum tri_path path)
{
    bool named = r->variants.all || r->variants.n > 0;
    return r->usual == USUAL_BRIEF && !named && path != TRI_OFFLOAD && v == tri_variant_at(h, 0) &&
           v != tri_variant_last(h) && tri_variant_last(h)->path[path];
}

bool request_takes_variant(const struct request *r, const struct tri_hotspot *h,
                           const struct tri_variant *v)
{
    bool named = r->variants.all || r->variants.n > 0;
    bool taken = named ? r->variants.all : is_usual(r->usual, h, v);
    for (size_t i = 0; i < r->variants.n && !taken; i++)
        taken = strcmp(r->variants.name[i], v->name) == 0;
    return taken;
}

const struct tri_variant *request_next_variant(const struct request *r, const struct tri_hotspot *h,
                                               enum tri_path path, size_t *i)
{
    const struct tri_variant *v;
    if (!tri_path_has_variants(path))
        return (*i)++ == 0 ? &h->plain : NULL;
    while ((v = tri_variant_at(h, (*i)++)))
        if (v->path[path] && request_takes_variant(r, h, v) && !is_too_much(r, h, v, path))
            break;
    return v;
}

/* Whether the hotspot has the path in a requested variant. */
static bool takes_path(const struct request *r, const struct tri_hotspot *h, enum tri_path path)
{
    size_t i = 0;
    const struct tri_variant *v = request_next_variant(r, h, path, &i);
    return v && tri_path_of(h, v, path);
}

bool request_has_path(const struct request *r, const char *hotspot, enum tri_path path)
{
    for (int p = 0; p < TRI_PRECISIONS; p++)
        if (r->precision[p] &&
            takes_path(r, tri_hotspot_named(hotspot, (enum tri_precision)p), path))
            return true;
    return false;
}

bool request_asks_path(const struct request *r, enum tri_path path)
{
    bool asks = false;
    for (size_t i = 0; i < r->hotspots; i++)
        asks |= r->path[path] && request_has_path(r, r->hotspot[i], path);
    return asks;
}

static const char *own_variant_at(size_t i, const void *hotspot)
{
    const struct tri_variant *v = tri_variant_at(hotspot, i);
    return v ? v->name : NULL;
}

bool fail_variant(const struct tri_hotspot *h, size_t hotspots, const char *option,
                  const char *name, struct tri_error *e)
{
    char none[80];
    snprintf(none, sizeof none, "%s has none", h->name);
    const char *near = tri_nearest(name, own_variant_at, h);
    return tri_fail(e, TRI_USAGE, "%s %s: %s of that name%s%s%s (%s)", option, name,
                    hotspots == 1 ? none : "none of these hotspots has one",
                    near ? "; did you mean " : "", near ? near : "", near ? "?" : "",
                    list_names(own_variant_at, h).s);
}

static bool any_has_variant(const struct request *r, const char *name)
{
    for (size_t i = 0; i < r->hotspots; i++)
        if (tri_variant_named(tri_hotspot_named(r->hotspot[i], TRI_DOUBLE), name))
            return true;
    return false;
}

static bool check_variants(const struct request *r, struct tri_error *e)
{
    for (size_t i = 0; i < r->variants.n; i++)
        if (!any_has_variant(r, r->variants.name[i]))
            return fail_variant(tri_hotspot_named(r->hotspot[0], TRI_DOUBLE), r->hotspots,
                                r->variants.option, r->variants.name[i], e);
    return true;
}

/* The hotspot's paths in a request. */
struct asked {
    const struct request *request;
    const char *hotspot;
};

static const char *own_path_at(size_t i, const void *asked)
{
    const struct asked *a = asked;
    for (enum tri_path path = 0; path < TRI_PATHS; path++)
        if (request_has_path(a->request, a->hotspot, path) && i-- == 0)
            return tri_path_name(path);
    return NULL;
}

static bool fail_path(const struct asked *a, enum tri_path path, struct tri_error *e)
{
    return tri_fail(e, TRI_USAGE, "%s %s: %s has none in any precision%s that was asked for (%s)",
                    a->request->paths_by, tri_path_name(path), a->hotspot,
                    a->request->variants.n > 0 ? " and variant" : "", list_names(own_path_at, a).s);
}

bool request_paths(const struct request *r, struct tri_error *e)
{
    for (size_t i = 0; r->paths_by && i < r->hotspots; i++) {
        const struct asked asked = { r, r->hotspot[i] };
        for (enum tri_path path = 0; path < TRI_PATHS; path++)
            if (r->path[path] && !request_has_path(r, asked.hotspot, path))
                return fail_path(&asked, path, e);
    }
    return check_variants(r, e);
}

bool request_only(const struct request *r, unsigned taken, const char *asked, const char *does,
                  struct tri_error *e)
{
    const struct {
        const char *name;
        bool given;
        unsigned kind;
    } shared[] = {
        { "-o", r->output, REQUEST_OUTPUT },
        { r->hotspot[0], r->hotspots_given, REQUEST_WHICH },
        { "--path", r->paths_given, REQUEST_WHICH },
        { "--precision", r->precisions_given, REQUEST_WHICH },
        { "--variant", r->variants_given, REQUEST_WHICH },
        { "--set", r->sets > 0, REQUEST_HOW },
        { "--threads", r->threads_given, REQUEST_HOW },
        { "--devices", r->devices_given, REQUEST_HOW },
        { "--halo", r->halo_given, REQUEST_HOW },
        { "--input", r->input, REQUEST_HOW },
    };
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if (shared[i].given && !(taken & shared[i].kind))
            return tri_fail(e, TRI_USAGE, "%s: %s %s and does nothing else", shared[i].name, asked,
                            does);
    return true;
}
