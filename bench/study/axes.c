/* What a study's table makes of its axes: a column of each value, or a head, so that each has a line. */
#include "study.h"

#include <stdlib.h>
#include <string.h>

static json_t *items(const char *list)
{
    json_t *all = json_array();
    for (; *list; list = next_item(list))
        json_array_append_new(all, json_stringn(list, item_length(list)));
    return all;
}

static bool has_text(const json_t *texts, const char *text, size_t length)
{
    size_t i;
    json_t *own;
    json_array_foreach((json_t *)texts, i, own)
    {
        if (json_string_length(own) == length && strncmp(json_string_value(own), text, length) == 0)
            return true;
    }
    return false;
}

/* The values of a name that columns are of, each once. */
static json_t *shown_values(const struct study *s, const char *name)
{
    json_t *values = json_array();
    for (size_t c = 0; s->column[c].heading; c++) {
        size_t length;
        const char *value = value_in(s->column[c].where, name, &length);
        if (value && !has_text(values, value, length))
            json_array_append_new(values, json_stringn(value, length));
    }
    return values;
}

/* ---- Values that no column is of ---- */

/* What is asked of a name: where that was said, and its values, separated by commas. */
struct asked {
    const char *option, *name, *values;
    bool some; /* values are enough of which the table shows some */
};

/* "132, 500, 2000"; a peer is no --path. */
static bool fail_shown(const struct study *s, const struct asked *a, const char *unshown,
                       const json_t *shown, struct tri_error *e)
{
    char text[200] = "";
    size_t used = 0, i;
    json_t *value;
    json_array_foreach((json_t *)shown, i, value)
    {
        const char *own = json_string_value(value);
        bool peer = false;
        for (size_t k = 0; strcmp(a->name, "path") == 0 && peer_name(k, NULL); k++)
            peer = peer || strcmp(peer_name(k, NULL), own) == 0;
        if (!peer && used < sizeof text)
            used +=
                (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "", own);
    }
    return tri_fail(e, TRI_USAGE, "%s%.*s: the table of %s shows %s %s", a->option,
                    (int)item_length(unshown), unshown, s->name, a->name, text);
}

static bool shows(const struct study *s, const struct asked *a, struct tri_error *e)
{
    json_t *shown = shown_values(s, a->name);
    const char *unshown = NULL;
    bool any = json_array_size(shown) == 0;
    for (const char *v = a->values; *v && json_array_size(shown) > 0; v = next_item(v)) {
        bool has = has_text(shown, v, item_length(v));
        any = any || (has && a->some);
        unshown = unshown || has ? unshown : v;
    }
    bool good = !unshown || any || fail_shown(s, a, unshown, shown, e);
    json_decref(shown);
    return good;
}

/* Of an axis "width:height=512,1024". */
static bool shows_axis(const struct study *s, const char *axis, bool some, struct tri_error *e)
{
    char name[80], option[100];
    for (const char *at = axis; at; at = next_name(at)) {
        snprintf(name, sizeof name, "%.*s", (int)name_length(at), at);
        snprintf(option, sizeof option, "--sweep %s=", name);
        const struct asked asked = { option, name, strchr(axis, '=') + 1, some };
        if (!shows(s, &asked, e))
            return false;
    }
    return true;
}

static void add_name(char *list, size_t size, const char *name)
{
    size_t used = strlen(list);
    snprintf(list + used, size - used, "%s%s", used ? "," : "", name);
}

static void add_names(char *list, size_t size, name_fn *name, const bool *marked)
{
    for (size_t i = 0; name(i, NULL); i++)
        if (marked[i])
            add_name(list, size, name(i, NULL));
}

/* Peers are among the paths of a table.  Where no name was given, some of the usual ones will do. */
static bool shows_contenders(const struct study *s, const struct batch *b, bool some,
                             struct tri_error *e)
{
    char paths[400] = "", peers[400] = "", variants[400] = "", precisions[80] = "";
    const struct request *r = &b->request;
    add_names(paths, sizeof paths, path_at, r->path);
    add_names(some ? paths : peers, sizeof paths, peer_name, b->peer);
    add_names(precisions, sizeof precisions, precision_at, r->precision);
    for (size_t i = 0; i < r->variants.n; i++)
        add_name(variants, sizeof variants, r->variants.name[i]);
    const struct asked asked[] = {
        { r->paths_given ? "--path " : "--sweep path=", "path", paths, some },
        { "--peers=", "path", peers, !b->peers_given },
        { r->variants_given ? "--variant " : "--sweep variant=", "variant", variants, some },
        { r->precisions_given ? "--precision " : "--sweep precision=", "precision",
          s->kind == TRI_ROW_DIFFERENCE ? "" : precisions, some },
    };
    bool good = true;
    for (size_t i = 0; good && i < sizeof asked / sizeof *asked; i++)
        good = shows(s, &asked[i], e);
    return good;
}

bool study_shows(const struct study *s, const struct batch *b, bool some, struct tri_error *e)
{
    for (size_t i = 0; i < b->sweep.axes; i++)
        if (!shows_axis(s, b->sweep.axis[i], some, e))
            return false;
    return shows_contenders(s, b, some, e);
}

/* ---- Heads ---- */

/* Whether the table tells the values of an axis from each other, by lines or by columns. */
static bool tells(const struct study *s, const char *axis)
{
    bool told = false;
    for (const char *at = axis; at && !told; at = next_name(at)) {
        char name[80];
        snprintf(name, sizeof name, "%.*s", (int)name_length(at), at);
        json_t *shown = shown_values(s, name), *down = items(s->down);
        told = json_array_size(shown) > 0 || has_text(down, name, strlen(name));
        json_decref(shown);
        json_decref(down);
    }
    return told;
}

/* Rows that have nothing of the name, as peers have no variant, do not count. */
static const char values_sql[] = "select count(distinct json_extract(said, '$.' || ?1)) from own";

json_t *study_heads(const struct study *s, const struct sweep *sweep, struct store *store)
{
    static const char *const always[] = { "path", "variant", "precision" }; /* an axis or not */
    json_t *heads = items(s->down);
    for (size_t i = 0; i < sweep->axes; i++)
        if (strchr(sweep->axis[i], ',') && !tells(s, sweep->axis[i]))
            json_array_append_new(heads, json_stringn(sweep->axis[i], name_length(sweep->axis[i])));
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (!tells(s, always[i]) && store_number(store, values_sql, always[i]) > 1)
            json_array_append_new(heads, json_string(always[i]));
    return heads;
}
