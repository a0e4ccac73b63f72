/* Studies as an HTML page: what page.html is filled with. */
#include "page.h"

#include "embed.h"
#include "gnuplot.h"
#include "template.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const char page_html[], page_css[];

/* ---- JSON: nothing is checked to be UTF-8, for html() takes what comes; what fails, the page notes ---- */

/* A value of an object, under a name, or the last one of a list; NULL: out of memory. */
static json_t *put(struct page *p, json_t *to, const char *name, json_t *value)
{
    int failed = name ? json_object_set_new(to, name, value) : json_array_append_new(to, value);
    p->failed |= failed != 0;
    return failed ? NULL : value;
}

/* The same of a text; NULL: there is nothing to put. */
static void put_text(struct page *p, json_t *to, const char *name, const char *text)
{
    if (text)
        put(p, to, name, json_string_nocheck(text));
}

/* ---- Pictures ---- */

static void put_picture(struct page *p, json_t *exhibits, const json_t *x, const char *study)
{
    const json_t *svg = json_object_get(x, "svg"), *png = json_object_get(x, "png");
    const char *title = json_string_value(json_object_get(x, "title"));
    char prefix[80], *text = NULL;
    size_t size;
    json_t *own = put(p, exhibits, NULL, json_object());
    FILE *out = open_memstream(&text, &size);
    snprintf(prefix, sizeof prefix, "%s-%zu-", study, json_array_size(exhibits));
    if (out && svg)
        html_svg(out, json_string_value(svg), title, prefix);
    else if (out && png)
        html_base64(out, (const unsigned char *)json_string_value(png), json_string_length(png));
    p->failed |= !out || fclose(out) != 0;
    put_text(p, own, "title", title);
    put_text(p, own, "missing", json_string_value(json_object_get(x, "missing")));
    put_text(p, own, svg ? "svg" : "png", svg || png ? text : NULL);
    free(text);
}

/* ---- Facts about the machine: what the rows of all studies say of it, once ---- */

extern const char facts_sql[];

static bool put_facts(struct page *p, struct store *store, struct tri_error *e)
{
    json_t *facts =
        store_run(store, facts_sql, e) ? answer_json(store, "select json from facts", e) : NULL;
    return facts && put(p, p->data, "facts", facts);
}

/* ---- A study ---- */

static void put_study(struct page *p, json_t *own, const struct section *s)
{
    json_t *exhibits = put(p, own, "exhibits", json_array());
    put_text(p, own, "name", s->study->name);
    put_text(p, own, "meaning", s->study->meaning);
    put_text(p, own, "tables", s->study->tables);
    put_text(p, own, "command", s->command);
    put_text(p, own, "expanded", s->expanded);
    put_text(p, own, "error", s->error);
    put_text(p, own, "took", isnan(s->seconds) ? NULL : si(s->seconds, "s").s);
    for (size_t i = 0; i < json_array_size(s->album); i++)
        put_picture(p, exhibits, json_array_get(s->album, i), s->study->name);
    if (s->sheet)
        put(p, own, "table", json_incref(s->sheet));
    put_text(p, own, "machine", s->machine);
}

bool page_add(struct page *p, const struct section *s, struct tri_error *e)
{
    if (!p->data)
        p->data = json_pack("{s:[]}", "studies");
    put_study(p, put(p, json_object_get(p->data, "studies"), NULL, json_object()), s);
    if (s->store && !put_facts(p, s->store, e))
        return false;
    return !p->failed || tri_fail(e, TRI_FAILED, "out of memory");
}

bool page_write(struct page *p, const char *command, FILE *out, struct tri_error *e)
{
    put_text(p, p->data, "command", command);
    put_text(p, p->data, "style", page_css);
    if (p->failed)
        return tri_fail(e, TRI_FAILED, "out of memory");
    template_write(out, page_html, p->data);
    return true;
}

void page_free(struct page *p)
{
    json_decref(p->data);
    *p = (struct page){ 0 };
}
