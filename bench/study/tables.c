/* A study, and what is asked of it, as tables: study.sql, and what of them C knows. */
#include "study.h"

#include <stdlib.h>
#include <string.h>

extern const char study_sql[];

/* ---- The study ---- */

/* All of them, since their order is that of lines; `taken` are those that are asked for. */
static bool add_rungs(struct store *s, const struct request *r, struct tri_error *e)
{
    const struct tri_hotspot *h;
    const struct tri_variant *v;
    bool good = true;
    for (size_t i = 0; good && (h = tri_hotspot_at(i, TRI_DOUBLE)); i++)
        for (size_t k = 0; good && (v = tri_variant_at(h, k)); k++) {
            const char *const text[] = { h->name, v->name, v->idea,
                                         request_takes_variant(r, h, v) ? "1" : "0" };
            good = store_tell(s,
                              "insert into rung select ?1, ?2, count(*), ?3, ?4 = '1' from rung "
                              "where hotspot = ?1",
                              text, 4, e);
        }
    return good;
}

static bool add_peers(struct store *s, struct tri_error *e)
{
    const char *name;
    bool good = true;
    for (size_t i = 0; good && (name = peer_name(i, NULL)); i++)
        good = store_tell(s, "insert into peer values (?1)", &name, 1, e);
    return good;
}

/* An axis of one value is what is measured, not what is varied: others will not do. */
static bool add_axes(struct store *s, const struct sweep *sweep, const struct sweep *strict,
                     struct tri_error *e)
{
    static const char sql[] =
        "insert into axis select cast(?1 as integer), json_extract(names, '$[0]'), value, list, "
        "json_array_length(list) = 1 or ?3 = 'strict' from ("
        "select '[\"' || replace(substr(?2, 1, instr(?2, '=') - 1), ':', '\",\"') || '\"]' as names, "
        "'[\"' || replace(substr(?2, instr(?2, '=') + 1), ',', '\",\"') || '\"]' as list) "
        "join json_each(names)";
    bool good = true;
    for (size_t i = 0; good && i < sweep->axes; i++) {
        char number[24];
        const char *text[] = { number, sweep->axis[i], "" };
        snprintf(number, sizeof number, "%zu", i);
        for (size_t k = 0; k < strict->axes; k++)
            text[2] = strict->axis[k] == sweep->axis[i] ? "strict" : text[2];
        good = store_tell(s, sql, text, 3, e);
    }
    return good;
}

/* ---- What is asked of it ---- */

/* What an option has given a name, or the program where the user gave none: `usual`. */
struct asked {
    const char *option, *name;
    bool usual;
};

static bool ask(struct store *s, const struct asked *a, const char *value, struct tri_error *e)
{
    const char *const text[] = { a->option, a->name, value, a->usual ? "1" : "0" };
    return store_tell(s, "insert into asked values (?1, ?2, ?3, ?4 = '1')", text, 4, e);
}

static bool ask_marked(struct store *s, const struct asked *a, name_fn *name, const bool *marked,
                       struct tri_error *e)
{
    bool good = true;
    for (size_t i = 0; good && name(i, NULL); i++)
        good = !marked[i] || ask(s, a, name(i, NULL), e);
    return good;
}

/* Peers are among the paths of a table. */
static bool ask_contenders(struct store *s, const struct batch *b, struct tri_error *e)
{
    const struct request *r = &b->request;
    const struct asked hotspots = { "hotspot ", "hotspot", false },
                       paths = { r->paths_given ? "--path " : "--sweep path=", "path", false },
                       peers = { "--peers=", "path", !b->peers_given },
                       variants = { r->variants_given ? "--variant " : "--sweep variant=",
                                    "variant", false },
                       precisions = { r->precisions_given ? "--precision " : "--sweep precision=",
                                      "precision", false };
    bool good =
        ask_marked(s, &paths, path_at, r->path, e) && ask_marked(s, &peers, peer_name, b->peer, e);
    for (size_t i = 0; good && i < r->hotspots; i++)
        good = ask(s, &hotspots, r->hotspot[i], e);
    for (size_t i = 0; good && i < r->variants.n; i++)
        good = ask(s, &variants, r->variants.name[i], e);
    return good && ask_marked(s, &precisions, precision_at, r->precision, e);
}

bool study_tables(struct store *s, const struct study *study, const struct batch *b,
                  const struct sweep *strict, struct tri_error *e)
{
    static const char axes[] = "insert into asked select '--sweep ' || name || '=', name, value, 0 "
                               "from axis join json_each(list)";
    const char *json = study->json;
    return rows_functions(s, e) &&
           store_run(s, "drop table if exists study; create temp table study(data)", e) &&
           store_tell(s, "insert into study values (?1)", &json, 1, e) &&
           store_run(s, study_sql, e) && add_rungs(s, &b->request, e) && add_peers(s, e) &&
           add_axes(s, &b->sweep, strict, e) && store_run(s, axes, e) && ask_contenders(s, b, e);
}

bool study_shows(const struct study *study, const struct batch *b, bool some, struct tri_error *e)
{
    const char *sql =
        some ? "select text from unshown where not of_shown" : "select text from unshown";
    struct tri_error unshown = { .status = TRI_USAGE };
    struct store *s = store_in_memory(e);
    bool good = s && study_tables(s, study, b, &b->sweep, e);
    if (good)
        store_text(s, sql, NULL, unshown.text, sizeof unshown.text);
    store_close(s);
    return good && (!*unshown.text || tri_fail(e, TRI_USAGE, "%s", unshown.text));
}
