/* Study `remarks`: what the compiler has made of each path's loops, in its own words. */
#include "remarks.h"

#include "study.h"

#include "build_info.h"

#include <stdlib.h>

static json_t *loop_row(const struct loop *l, const struct function *f)
{
    json_t *row = json_object();
    json_object_set_new(row, "line", json_integer((json_int_t)l->line));
    json_object_set_new(row, "function", json_stringn(f->name, f->length));
    json_object_set_new(row, "vectorised", json_boolean(l->vectorised));
    if (l->vectorised && l->width) {
        json_object_set_new(row, "width", json_integer(l->width));
        json_object_set_new(row, "interleaved", json_integer(l->interleaved));
    }
    if (l->vectorised && l->bytes)
        json_object_set_new(row, "bytes_wide", json_integer(l->bytes));
    /* Of several copies one may be unrolled; what is said of the others tells more. */
    if (!l->vectorised && l->unrolled && !*l->reason)
        json_object_set_new(row, "unrolled", json_integer(l->unrolled));
    else if (!l->vectorised)
        json_object_set_new(row, "reason", json_string(l->reason));
    return row;
}

/* The loops in functions that the path comes to. */
static void add_loops(const struct loops *l, struct source *s, const char *variant,
                      enum tri_path path, json_t *results)
{
    json_t *list = json_array();
    source_reach(s, variant, path);
    for (size_t i = 0; i < l->n; i++) {
        const struct function *f = source_function(s, l->loop[i].line);
        if (f && f->reached)
            json_array_append_new(list, loop_row(&l->loop[i], f));
    }
    json_object_set_new(results, "loops", list);
}

/* A hotspot's paths and variants come one after the other: each file is compiled once for all of them. */
static struct remarks {
    const struct tri_hotspot *of; /* in its precision; NULL: nothing is here */
    struct loops loops;
    struct source source;
} last[2]; /* of the lesson, and of the file of its rungs */

static void forget(struct remarks *r)
{
    loops_free(&r->loops);
    source_free(&r->source);
    r->of = NULL;
}

/* NULL: *why says what is missing. */
static struct remarks *remarks_of(const struct tri_hotspot *h, bool tuned, struct tri_error *why)
{
    struct remarks *r = &last[tuned];
    char *said, *file, *source;
    if (r->of == h)
        return r;
    forget(r);
    if (!compiler_says(h, tuned, &said, &file, &source, why))
        return NULL;
    bool good = source_parse(&r->source, source) &&
                loops_parse(&r->loops, TRIPTYCH_COMPILER, file, said, &r->source);
    free(said);
    free(file);
    r->of = good ? h : NULL;
    tri_fail(why, TRI_FAILED, "out of memory");
    return good ? r : NULL;
}

bool collect_remarks(const struct bench *b, const struct tri_case *c, enum tri_path path,
                     json_t *results, struct tri_error *e)
{
    struct tri_error why;
    struct remarks *r = remarks_of(c->hotspot, c->variant != &c->hotspot->plain, &why);
    (void)b, (void)e;
    if (r)
        add_loops(&r->loops, &r->source, c->variant->name, path, results);
    else
        json_object_set_new(results, "absent", json_string(why.text));
    return true;
}
