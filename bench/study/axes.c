/* What a study's table makes of its axes: a column of each value, or a head, so that each has a line. */
#include "study.h"

#include <stdlib.h>
#include <string.h>

/* Whether a column is of this value of a name; NULL: of any. */
static bool has_column(const struct study *s, const char *name, const char *value, size_t length)
{
    for (size_t c = 0; s->column[c].heading; c++) {
        size_t own;
        const char *at = value_in(s->column[c].where, name, &own);
        if (at && (!value || (own == length && strncmp(at, value, length) == 0)))
            return true;
    }
    return false;
}

/* ---- Values that no column is of ---- */

/* What is asked of a name: where that was said, and its values, separated by commas. */
struct asked {
    const char *option, *name, *values;
    bool some; /* values are enough of which the table shows some */
};

/* "132, 500, 2000"; a peer is no --path. */
static void list_columns(const struct study *s, const char *name, char *text, size_t size)
{
    size_t used = 0, length, before;
    for (size_t c = 0; s->column[c].heading && used < size; c++) {
        const char *value = value_in(s->column[c].where, name, &length);
        bool listed = !value;
        for (size_t k = 0; k < c && !listed; k++) {
            const char *other = value_in(s->column[k].where, name, &before);
            listed = other && before == length && strncmp(other, value, length) == 0;
        }
        for (size_t i = 0; !listed && peer_name(i, NULL) && strcmp(name, "path") == 0; i++)
            listed = strlen(peer_name(i, NULL)) == length &&
                     strncmp(peer_name(i, NULL), value, length) == 0;
        if (!listed)
            used += (size_t)snprintf(text + used, size - used, "%s%.*s", used ? ", " : "",
                                     (int)length, value);
    }
}

static bool shows(const struct study *s, const struct asked *a, struct tri_error *e)
{
    char columns[200] = "";
    const char *unshown = NULL;
    size_t length;
    bool any = false;
    if (!has_column(s, a->name, NULL, 0))
        return true;
    for (const char *v = a->values; *v; v = next_item(v)) {
        length = item_length(v);
        bool shown = has_column(s, a->name, v, length);
        any = any || shown;
        unshown = unshown || shown ? unshown : v;
    }
    if (!unshown || (a->some && any))
        return true;
    list_columns(s, a->name, columns, sizeof columns);
    return tri_fail(e, TRI_USAGE, "%s%.*s: the table of %s shows %s %s", a->option,
                    (int)item_length(unshown), unshown, s->name, a->name, columns);
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

static void add_names(char *list, size_t size, name_fn *name, const bool *marked)
{
    size_t used = strlen(list);
    for (size_t i = 0; name(i, NULL) && used < size; i++)
        if (marked[i])
            used +=
                (size_t)snprintf(list + used, size - used, "%s%s", used ? "," : "", name(i, NULL));
}

static bool shows_variants(const struct study *s, const struct bench *b, bool some,
                           struct tri_error *e)
{
    const struct request *r = &b->request;
    char variants[400] = "";
    for (size_t i = 0, used = 0; i < r->variants.n && used < sizeof variants; i++)
        used += (size_t)snprintf(variants + used, sizeof variants - used, "%s%s", used ? "," : "",
                                 r->variants.name[i]);
    const struct asked variant = { r->variants_given ? "--variant " : "--sweep variant=", "variant",
                                   variants, some };
    return shows(s, &variant, e);
}

/* Peers are among the paths of a table.  Where no name was given, some of the usual ones will do. */
static bool shows_paths(const struct study *s, const struct bench *b, bool some,
                        struct tri_error *e)
{
    char paths[400] = "", peers[400] = "", precisions[80] = "";
    const struct request *r = &b->request;
    add_names(paths, sizeof paths, path_at, r->path);
    add_names(some ? paths : peers, sizeof peers, peer_name, b->peer);
    add_names(precisions, sizeof precisions, precision_at, r->precision);
    const struct asked path = { r->paths_given ? "--path " : "--sweep path=", "path", paths, some };
    const struct asked peer = { "--peers=", "path", peers, !b->peers_given };
    const struct asked precision = { r->precisions_given ? "--precision " : "--sweep precision=",
                                     "precision", precisions, some };
    return shows(s, &path, e) && shows(s, &peer, e) && shows_variants(s, b, some, e) &&
           (s->kind == TRI_ROW_DIFFERENCE || shows(s, &precision, e));
}

bool study_shows(const struct study *s, const struct bench *b, bool some, struct tri_error *e)
{
    for (size_t i = 0; i < b->sweep.axes; i++)
        if (!shows_axis(s, b->sweep.axis[i], some, e))
            return false;
    return shows_paths(s, b, some, e);
}

/* ---- Heads ---- */

static bool is_head(const struct study *s, const char *name)
{
    for (const char *down = s->down; *down; down = next_item(down))
        if (item_length(down) == strlen(name) && strncmp(down, name, strlen(name)) == 0)
            return true;
    return false;
}

/* Whether the table tells the values of an axis from each other, by lines or by columns. */
static bool tells(const struct study *s, const char *axis)
{
    char name[80];
    for (const char *at = axis; at; at = next_name(at)) {
        snprintf(name, sizeof name, "%.*s", (int)name_length(at), at);
        if (is_head(s, name) || has_column(s, name, NULL, 0))
            return true;
    }
    return false;
}

/* Rows that have nothing of the name, as peers have no variant, do not count. */
static bool differ(const struct rows *rows, const char *name)
{
    struct text first = { "" };
    for (size_t i = 0; i < rows->n; i++) {
        struct text own = row_value(&rows->row[i], name);
        if (*first.s && *own.s && strcmp(own.s, first.s) != 0)
            return true;
        first = *own.s ? own : first;
    }
    return false;
}

char *study_heads(const struct study *s, const struct sweep *sweep, const struct rows *rows)
{
    static const char *const always[] = { "path", "variant", "precision" }; /* an axis or not */
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fputs(s->down, out);
    for (size_t i = 0; i < sweep->axes; i++)
        if (strchr(sweep->axis[i], ',') && !tells(s, sweep->axis[i]))
            fprintf(out, ",%.*s", (int)name_length(sweep->axis[i]), sweep->axis[i]);
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (differ(rows, always[i]) && !tells(s, always[i]))
            fprintf(out, ",%s", always[i]);
    fclose(out);
    return text;
}
