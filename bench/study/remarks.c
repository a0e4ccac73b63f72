/* Study `remarks`: the compiler's optimisation remarks about the loops of each path. */
#include "remarks.h"

#include "study.h"

#include <string.h>

/* The remarks may be about several copies of a loop: "unrolled" is kept only if there is nothing else to say. */
static json_t *loop_row(size_t line, const json_t *said, const char *function)
{
    json_t *row = json_copy((json_t *)said);
    bool vectorised = json_is_true(json_object_get(said, "vectorised"));
    bool why =
        !vectorised && (json_object_get(said, "reason") || !json_object_get(said, "unrolled"));
    if (vectorised || why)
        json_object_del(row, "unrolled");
    if (!why)
        json_object_del(row, "reason");
    else if (!json_object_get(row, "reason"))
        json_object_set_new(row, "reason", json_string(""));
    json_object_set_new(row, "line", json_integer((json_int_t)line));
    json_object_set_new(row, "function", json_string(function));
    json_object_set_new(row, "vectorised", json_boolean(vectorised));
    return row;
}

/* The loops in functions that the path calls. */
static json_t *loops_of(struct source *s, const struct tri_case *c, enum tri_path path)
{
    json_t *list = json_array();
    source_reach(s, c->hotspot->name, c->variant->name, path);
    for (size_t i = 1; i <= s->lines; i++) {
        const struct line *function = &s->line[s->line[i].definition];
        if (s->line[i].loop && function->reached)
            json_array_append_new(list, loop_row(i, s->line[i].loop, function->name));
    }
    return list;
}

/* A cache: the paths and variants of a hotspot follow each other, so each file is compiled once for all of them. */
static struct remarks {
    const struct tri_hotspot *of; /* in its precision; NULL: empty */
    struct source source;
} last[2]; /* of the lesson, and of the file of its rungs */

/* The source with its remarks; NULL: *why says what is missing. */
static struct source *source_of(const struct tri_hotspot *h, bool tuned, struct tri_error *why)
{
    struct remarks *r = &last[tuned];
    if (r->of != h) {
        source_free(&r->source);
        r->of = remarks_read(h, tuned, &r->source, why) ? h : NULL;
    }
    return r->of ? &r->source : NULL;
}

bool collect_remarks(const struct batch *b, const struct tri_case *c,
                     const struct tri_measurement *m, json_t *results, struct tri_error *e)
{
    struct tri_error why;
    struct source *s = source_of(c->hotspot, c->variant != &c->hotspot->plain, &why);
    if (s)
        json_object_set_new(results, "loops", loops_of(s, c, m->path));
    else
        json_object_set_new(results, "absent", json_string(why.text));
    return true;
}
