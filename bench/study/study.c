/* The studies of studies.json, and the request to bench that each of them makes. */
#include "study.h"

#include <stdlib.h>
#include <string.h>

extern const char studies_json[];

static const struct {
    measure_fn *measure;
    bool (*pictures)(json_t *album, struct store *, struct tri_error *);
} kinds[TRI_ROW_KINDS] = {
    [TRI_ROW_DIFFERENCE] = { count_difference, study_difference_pictures },
    [TRI_ROW_BREAKDOWN] = { break_down, NULL },
    [TRI_ROW_REMARKS] = { collect_remarks, NULL },
    [TRI_ROW_ENERGY] = { count_joules, NULL },
    [TRI_ROW_CARD] = { collect_cards, NULL },
    [TRI_ROW_BREAK_EVEN] = { find_break_even, NULL },
};

bool study_read(struct study *s, json_t *data)
{
    const char *kind = NULL;
    json_t *axes = NULL, *axis;
    int ends = false, weak = false;
    size_t i;
    *s = (struct study){ .data = data };
    if (json_unpack(data, "{s:s, s?s, s?s, s?s, s?s, s?s, s?s, s?s, s?b, s?b, s?o}", "name",
                    &s->name, "meaning", &s->meaning, "tables", &s->tables, "hotspot", &s->hotspot,
                    "needs", &s->needs, "set", &s->set, "peers", &s->peers, "kind", &kind, "ends",
                    &ends, "weak", &weak, "axes", &axes) != 0)
        return false;
    s->weak = weak;
    s->usual = ends ? USUAL_ENDS : USUAL_TUNED;
    json_array_foreach(axes, i, axis)
    {
        if (!json_is_string(axis) || i == STUDY_AXES)
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

/* If memory is short, there are fewer studies or none. */
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

/* Whether the hotspot fits the study: a user's program may have another hotspot of the same name. */
static bool suits(const struct study *s)
{
    struct batch b = { .request.base = s->set };
    struct tri_case c;
    struct tri_error e;
    if (!study_prepare(s, &b, &e) || !request_case(&b.request, s->hotspot, TRI_DOUBLE, &c, &e))
        return false;
    sweep_tell(&b.sweep, &b.request);
    return sweep_check(&b.sweep, &b.request, &e) && request_paths(&b.request, &e);
}

/* Whether at least one hotspot has what the study needs. */
static bool is_met(const char *needs)
{
    const struct tri_hotspot *h;
    const struct tri_variant *v;
    for (size_t i = 0; (h = tri_hotspot_at(i, TRI_DOUBLE)); i++)
        for (size_t k = 0; (v = tri_variant_at(h, k)); k++)
            if (strcmp(needs, "rungs") == 0  ? k > 0
                : strcmp(needs, "halo") == 0 ? v->division && v->division->stencil
                                             : v->division != NULL)
                return true;
    return false;
}

static bool is_there(const struct study *s)
{
    if (s->hotspot)
        return tri_hotspot_named(s->hotspot, TRI_DOUBLE) && suits(s);
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
    return s ? s->name : NULL;
}

/* ---- The request to bench ---- */

/* Whether the user has set this axis. */
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

/* The study's peers, unless the user has named some. */
static bool take_peers(const struct study *s, struct batch *b)
{
    if (!s->peers || b->peers_given)
        return true;
    if (!*s->peers)
        choose_usual_peers(b->peer);
    return !*s->peers || parse_list(&b->request, "--peers", s->peers, peer_name, b->peer) == 0;
}

/* Study `breakdown` starts programs with default launch settings other than threads; remarks are of no launch at all. */
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

/* Refuses options that do not apply to rows of a study's own kind. */
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
    if ((b->seconds > 0 || b->goal > 0) && !study_times(s))
        return tri_fail(e, TRI_USAGE, "--%s: study %s does not measure until something is precise",
                        b->seconds > 0 ? "time" : "precision-goal", s->name);
    return check_launch(s, &b->sweep, e);
}

bool study_times(const struct study *s)
{
    return s->kind == TRI_ROW_TIMES || s->kind == TRI_ROW_BREAK_EVEN;
}

bool study_repeats(const struct study *s)
{
    return s->kind != TRI_ROW_DIFFERENCE && s->kind != TRI_ROW_REMARKS && s->kind != TRI_ROW_CARD;
}

/* "ranks=1,2,4,8" where MPI has started three: "ranks=1,2,3". */
static const char *up_to_all_ranks(struct sweep *s, const char *axis)
{
    static const char name[] = "ranks=";
    if (tri_ranks() == 1 || strncmp(axis, name, strlen(name)) != 0)
        return axis;
    const char *value = axis + strlen(name);
    int length = snprintf(s->ranks, sizeof s->ranks, "%s", name);
    for (int n; sscanf(value, "%d", &n) == 1 && n < tri_ranks();) {
        length += snprintf(s->ranks + length, sizeof s->ranks - (size_t)length, "%d,", n);
        value += strcspn(value, ",");
        value += *value == ',';
    }
    snprintf(s->ranks + length, sizeof s->ranks - (size_t)length, "%d", tri_ranks());
    return s->ranks;
}

bool study_prepare(const struct study *s, struct batch *b, struct tri_error *e)
{
    struct request *r = &b->request;
    if (!check_own(s, b, e))
        return false;
    if (b->sweep.weak && !s->weak)
        return tri_fail(e, TRI_USAGE, "--weak: is of bench; see study devices-weak and ranks-weak");
    if (s->hotspot && r->hotspots_given)
        return tri_fail(e, TRI_USAGE, "hotspot %s: study %s is of %s", r->hotspot[0], s->name,
                        s->hotspot);
    if (s->hotspot && r->input && !tri_hotspot_named(s->hotspot, TRI_DOUBLE)->input.show)
        return tri_fail(e, TRI_USAGE, "--input %.200s: study %s is of %s, which takes no image",
                        r->input, s->name, s->hotspot);
    if (s->hotspot) {
        r->hotspot[0] = s->hotspot;
        r->hotspots = 1;
        r->hotspots_given = true;
    }
    bool good = take_peers(s, b);
    r->usual = s->usual;
    b->sweep.weak = s->weak;
    if (s->kind == TRI_ROW_DIFFERENCE) /* a row has both precisions, so only one is requested */
        r->precision[TRI_FLOAT] = false;
    b->sweep.path_of_study = !b->sweep.path_given;
    for (size_t i = 0; good && s->axis[i]; i++)
        good = is_given(b, s->axis[i]) ||
               parse_axis(&b->sweep, r, up_to_all_ranks(&b->sweep, s->axis[i])) == 0;
    if (!good)
        *e = r->error;
    return good;
}
