/* What there is, and what of bench a study asks for. */
#include "study.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char studies_json[];

static const struct {
    bool (*measure)(const struct batch *, const struct tri_case *, enum tri_path, json_t *results,
                    struct tri_error *);
    bool (*pictures)(json_t *album, struct store *, struct tri_error *);
} kinds[TRI_ROW_KINDS] = {
    [TRI_ROW_DIFFERENCE] = { count_difference, study_difference_pictures },
    [TRI_ROW_BREAKDOWN] = { break_down, NULL },
    [TRI_ROW_REMARKS] = { collect_remarks, NULL },
};

static bool is_variant(const char *name)
{
    const char *known = "all";
    for (size_t i = 0; known && strcmp(known, name) != 0; i++)
        known = variant_name_at(i, NULL);
    return known;
}

/* Takes out of "variant=plain,tuned" what no hotspot of this program has: one's own may have the plain form only. */
static bool keep_variants(json_t *axis)
{
    const char *text = json_string_value(axis), *before = "";
    if (!names(text, "variant"))
        return true;
    char *list = strdup(strchr(text, '=') + 1), *rest = list, *kept = NULL;
    size_t size;
    FILE *out = open_memstream(&kept, &size);
    if (out)
        fputs("variant=", out);
    for (const char *name; out && (name = strsep(&rest, ","));)
        if (is_variant(name)) {
            fprintf(out, "%s%s", before, name);
            before = ",";
        }
    bool good = out && fclose(out) == 0 && list && json_string_set(axis, kept) == 0;
    free(list);
    free(kept);
    return good;
}

bool study_read(struct study *s, json_t *data)
{
    const char *kind = NULL;
    json_t *axes = NULL, *axis;
    size_t i;
    *s = (struct study){ .data = data };
    if (json_unpack(data, "{s:s, s?s, s?s, s?s, s?s, s?s, s?s, s?s, s?o}", "name", &s->name,
                    "meaning", &s->meaning, "tables", &s->tables, "hotspot", &s->hotspot, "needs",
                    &s->needs, "set", &s->set, "peers", &s->peers, "kind", &kind, "axes",
                    &axes) != 0)
        return false;
    json_array_foreach(axes, i, axis)
    {
        if (!json_is_string(axis) || i == STUDY_AXES || (!s->hotspot && !keep_variants(axis)))
            return false;
        s->axis[i] = json_string_value(axis);
    }
    while (kind && s->kind < TRI_ROW_KINDS - 1 &&
           (!s->kind || strcmp(tri_row_kind_name(s->kind), kind) != 0))
        s->kind++;
    s->measure = kinds[s->kind].measure;
    s->pictures = kinds[s->kind].pictures;
    return (s->json = json_dumps(data, JSON_COMPACT));
}

void study_forget(struct study *s)
{
    json_decref(s->data);
    free(s->json);
}

/* Without memory there are none, or fewer. */
const struct study *study_of_all(size_t n)
{
    static struct study all[MAX_STUDIES];
    static size_t read;
    json_t *list = read ? NULL : json_loads(studies_json, 0, NULL), *data;
    size_t i;
    json_array_foreach(list, i, data)
    {
        if (i < MAX_STUDIES && study_read(&all[i], json_incref(data)))
            read = i + 1;
    }
    json_decref(list);
    return n < read ? &all[n] : NULL;
}

/* Whether the hotspot has all variants of the list. */
static bool has_variants(const struct tri_hotspot *h, const char *list)
{
    bool all = true;
    for (; *list && all; list = next_item(list)) {
        char name[80];
        snprintf(name, sizeof name, "%.*s", (int)item_length(list), list);
        all = strcmp(name, "all") == 0 || tri_variant_named(h, name);
    }
    return all;
}

/* Whether the axis is of a run, or all its parameters or variants are the hotspot's. */
static bool has_axis(const struct tri_hotspot *h, const char *axis)
{
    bool known = true;
    if (names(axis, "variant"))
        return has_variants(h, axis + strlen("variant="));
    for (size_t i = 0; sweep_run_axis(i); i++)
        if (names(axis, sweep_run_axis(i)))
            return true;
    for (const char *name = axis; name && known; name = next_name(name))
        known = tri_param_named(h, name, name_length(name)) >= 0;
    return known;
}

/* Whether a program's hotspot of that name is the study's: it may be another one that is called the same. */
static bool suits(const struct study *s, const struct tri_hotspot *h)
{
    struct tri_case c;
    tri_case_init(&c, h);
    bool good = !s->set || tri_case_set(&c, s->set, NULL);
    for (size_t i = 0; s->axis[i] && good; i++)
        good = has_axis(h, s->axis[i]);
    return good;
}

/* Whether some hotspot has what the study needs. */
static bool is_met(const char *needs)
{
    const struct tri_hotspot *h;
    const struct tri_variant *v;
    for (size_t i = 0; (h = tri_hotspot_at(i, TRI_DOUBLE)); i++)
        for (size_t k = 0; (v = tri_variant_at(h, k)); k++)
            if (strcmp(needs, "division") == 0 ? v->division != NULL : k > 0)
                return true;
    return false;
}

static bool is_there(const struct study *s)
{
    const struct tri_hotspot *h = s->hotspot ? tri_hotspot_named(s->hotspot, TRI_DOUBLE) : NULL;
    if (s->hotspot)
        return h && suits(s, h);
    return !s->needs || is_met(s->needs);
}

const struct study *study_number(size_t n)
{
    const struct study *s;
    for (size_t i = 0; (s = study_of_all(i)); i++)
        if (is_there(s) && n-- == 0)
            return s;
    return NULL;
}

const char *study_at(size_t i, const void *unused)
{
    const struct study *s = study_number(i);
    (void)unused;
    return s ? s->name : NULL;
}

/* ---- What bench is to do ---- */

/* Whether the user has said something of it. */
static bool is_given(const struct batch *b, const char *axis)
{
    const struct request *r = &b->request;
    const struct sweep *s = &b->sweep;
    for (size_t i = 0; i < s->axes; i++)
        if (shared_name(s->axis[i], axis))
            return true;
    return (names(axis, "path") && (r->paths_given || s->path_given)) ||
           (names(axis, "variant") && (r->variants_given || s->variants_given)) ||
           (names(axis, "precision") && (r->precisions_given || s->precision_given)) ||
           (names(axis, "threads") && r->threads_given);
}

/* Those of the study, unless the user has named some. */
static bool take_peers(const struct study *s, struct batch *b)
{
    if (!s->peers || b->peers_given)
        return true;
    if (!*s->peers)
        choose_usual_peers(b->peer);
    return !*s->peers || parse_list(&b->request, "--peers", s->peers, peer_name, b->peer) == 0;
}

/* Programs are started with their threads and else as usual; what a compiler says is of no launch. */
static bool takes_launch(const struct study *s, const char *axis)
{
    return s->kind == TRI_ROW_BREAKDOWN ? names(axis, "threads") : s->kind != TRI_ROW_REMARKS;
}

static bool check_launch(const struct study *s, const struct sweep *sweep, struct tri_error *e)
{
    for (size_t i = 0; i < sweep->axes; i++)
        if (is_launch_axis(sweep->axis[i]) && !takes_launch(s, sweep->axis[i]))
            return tri_fail(e, TRI_USAGE, "--sweep %.*s: study %s has no part in it",
                            (int)name_length(sweep->axis[i]), sweep->axis[i], s->name);
    return true;
}

/* What does not go with rows of a study's own kind. */
static bool check_own(const struct study *s, const struct batch *b, struct tri_error *e)
{
    const struct request *r = &b->request;
    if (s->kind == TRI_ROW_TIMES)
        return true;
    for (size_t i = 0; peer_name(i, NULL); i++)
        if (b->peer[i])
            return tri_fail(e, TRI_USAGE, "--peers: study %s is of paths only", s->name);
    if (s->kind == TRI_ROW_DIFFERENCE && (r->precisions_given || b->sweep.precision_given))
        return tri_fail(e, TRI_USAGE, "--precision: study %s is of both", s->name);
    if (b->reps && !study_repeats(s))
        return tri_fail(e, TRI_USAGE, "--reps: study %s takes no times", s->name);
    return check_launch(s, &b->sweep, e);
}

bool study_repeats(const struct study *s)
{
    return s->kind != TRI_ROW_DIFFERENCE && s->kind != TRI_ROW_REMARKS;
}

bool study_prepare(const struct study *s, struct batch *b, struct tri_error *e)
{
    struct request *r = &b->request;
    if (!check_own(s, b, e))
        return false;
    if (s->hotspot && r->hotspots_given)
        return tri_fail(e, TRI_USAGE, "hotspot %s: study %s is of %s", r->hotspot[0], s->name,
                        s->hotspot);
    if (s->hotspot && r->input && !tri_hotspot_named(s->hotspot, TRI_DOUBLE)->input.show)
        return tri_fail(e, TRI_USAGE, "--input %.200s: study %s is of %s, which takes no image",
                        r->input, s->name, s->hotspot);
    if (s->hotspot) {
        r->hotspot[0] = s->hotspot;
        r->hotspots = 1;
    }
    bool good = take_peers(s, b);
    b->sweep.path_of_study = !b->sweep.path_given;
    for (size_t i = 0; good && s->axis[i]; i++)
        good = is_given(b, s->axis[i]) || parse_axis(&b->sweep, r, s->axis[i]) == 0;
    if (!good)
        *e = r->error;
    return good;
}
