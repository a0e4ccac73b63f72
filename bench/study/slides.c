/* Slides of a study of rungs: for each, its line of the table, and its code beside that of the rung before. */
#define _GNU_SOURCE /* asprintf */
#include "rerun.h"

#include "remarks.h"
#include "template.h"

#include <stdlib.h>
#include <string.h>

extern const char slides_html[];

/* ---- The code of a rung ---- */

enum { AROUND = 2 }; /* lines that are shown before and after a difference */

struct code {
    const char **line;
    size_t n;
};

/* The line behind a function that begins in line i; no function: i. */
static size_t end_of_function(const struct source *s, size_t i)
{
    for (size_t k = i; k <= s->lines && s->line[k].definition == i; k++)
        if (strcmp(s->line[k].text, "}") == 0)
            return strchr(s->line[i].text, '(') ? k + 1 : i;
    return i;
}

/* The functions that the path calls, as far as the hotspot's own files have them. */
static bool code_of(struct source *s, const char *hotspot, const char *variant, enum tri_path path,
                    struct code *code)
{
    source_reach(s, hotspot, variant, path);
    *code = (struct code){ .line = calloc(s->lines + 1, sizeof *code->line) };
    for (size_t i = 1; code->line && i <= s->lines; i++) {
        size_t end = s->line[i].definition == i && s->line[i].reached ? end_of_function(s, i) : i;
        for (size_t k = i; k < end; k++)
            if (*s->line[k].text)
                code->line[code->n++] = s->line[k].text;
    }
    return code->line;
}

/* ---- The difference ---- */

/* Of the texts that begin at i and k: how many lines they share, in order. */
static size_t *shared_lines(const struct code *a, const struct code *b)
{
    size_t row = b->n + 1, *shared = calloc((a->n + 1) * row, sizeof *shared);
    for (size_t i = a->n; shared && i-- > 0;)
        for (size_t k = b->n; k-- > 0;) {
            size_t down = shared[(i + 1) * row + k], right = shared[i * row + k + 1];
            bool same = strcmp(a->line[i], b->line[k]) == 0;
            shared[i * row + k] = same           ? shared[(i + 1) * row + k + 1] + 1
                                  : down > right ? down
                                                 : right;
        }
    return shared;
}

static bool add_line(json_t *lines, const char *class, const char *sign, const char *text)
{
    json_t *line = json_object();
    return put_text(line, "class", class) && put_text(line, "sign", sign) &&
           put_text(line, "text", text) && json_array_append_new(lines, line) == 0;
}

/* All lines of both: what went, what came, and what stayed. */
static bool add_all(const struct code *a, const struct code *b, json_t *lines)
{
    size_t row = b->n + 1, *shared = shared_lines(a, b), i = 0, k = 0;
    bool good = shared;
    while (good && (i < a->n || k < b->n)) {
        bool left = i < a->n, right = k < b->n;
        if (left && right && strcmp(a->line[i], b->line[k]) == 0) {
            good = add_line(lines, NULL, " ", b->line[k]);
            i++, k++;
        } else if (left && (!right || shared[(i + 1) * row + k] >= shared[i * row + k + 1]))
            good = add_line(lines, "gone", "-", a->line[i++]);
        else
            good = add_line(lines, a->n > 0 ? "new" : NULL, a->n > 0 ? "+" : " ", b->line[k++]);
    }
    free(shared);
    return good;
}

static bool differs_near(const json_t *lines, size_t i)
{
    size_t n = json_array_size(lines), end = i + AROUND < n ? i + AROUND + 1 : n;
    bool any = false;
    for (size_t k = i > AROUND ? i - AROUND : 0; k < end; k++)
        any |= json_object_get(json_array_get(lines, k), "class") != NULL;
    return any;
}

/* What is far from any difference becomes one line. */
static json_t *shortened(const json_t *lines)
{
    json_t *kept = json_array(), *line;
    bool good = kept, left_out = false;
    size_t i;
    json_array_foreach((json_t *)lines, i, line)
    {
        bool near = differs_near(lines, i);
        good = good && (near ? json_array_append(kept, line) == 0
                             : left_out || add_line(kept, "left-out", " ", "…"));
        left_out = !near;
    }
    if (good)
        return kept;
    json_decref(kept);
    return NULL;
}

static json_t *difference_of(const struct code *before, const struct code *now)
{
    json_t *lines = json_array(), *kept = NULL;
    if (lines && add_all(before, now, lines))
        kept = before->n > 0 ? shortened(lines) : json_incref(lines);
    json_decref(lines);
    return kept;
}

/* ---- A slide ---- */

static const char *text_of(const json_t *cells, size_t i)
{
    return json_string_value(json_object_get(json_array_get(cells, i), "text"));
}

/* The line's values with their headings; what has none is left out. */
static json_t *facts_of(const json_t *table, const json_t *line)
{
    const json_t *cells = json_object_get(line, "cells"), *cell,
                 *headings = json_object_get(table, "headings");
    size_t heads = json_array_size(json_object_get(line, "heads")), i;
    json_t *facts = json_array();
    json_array_foreach((json_t *)cells, i, cell)
    {
        const char *value = text_of(cells, i);
        if (value && *value && strcmp(value, "-") != 0 && *value != '(')
            json_array_append_new(facts, json_pack("{s:s, s:s}", "name",
                                                   text_of(headings, heads + i), "value", value));
    }
    return facts;
}

/* The line above, if it is of the same hotspot and path: the rung before. */
static const char *variant_before(const json_t *lines, size_t i)
{
    const json_t *heads = json_object_get(json_array_get(lines, i), "heads"),
                 *above = i > 0 ? json_object_get(json_array_get(lines, i - 1), "heads") : NULL;
    bool same = above && strcmp(text_of(heads, 0), text_of(above, 0)) == 0 &&
                strcmp(text_of(heads, 1), text_of(above, 1)) == 0;
    return same ? text_of(above, 2) : NULL;
}

static enum tri_path path_named(const char *name)
{
    enum tri_path path = 0;
    while (path < TRI_PATHS - 1 && strcmp(tri_path_name(path), name) != 0)
        path++;
    return path;
}

static json_t *code_beside(struct source *s, const json_t *heads, const char *before)
{
    const char *hotspot = text_of(heads, 0);
    enum tri_path path = path_named(text_of(heads, 1));
    struct code was = { 0 }, is = { 0 };
    bool good = (!before || code_of(s, hotspot, before, path, &was)) &&
                code_of(s, hotspot, text_of(heads, 2), path, &is);
    json_t *code = good ? difference_of(&was, &is) : NULL;
    free(was.line);
    free(is.line);
    return code;
}

/* Of line i of the table; NULL: out of memory. */
static json_t *slide_of(const struct rerun *r, const json_t *table, size_t i, struct source *s,
                        const char *no_source)
{
    const json_t *lines = json_object_get(table, "lines"), *line = json_array_get(lines, i),
                 *heads = json_object_get(line, "heads");
    const char *before = variant_before(lines, i);
    json_t *slide =
        json_pack("{s:s, s:s, s:s, s:o}", "hotspot", text_of(heads, 0), "path", text_of(heads, 1),
                  "variant", text_of(heads, 2), "facts", facts_of(table, line));
    bool good =
        put_text(slide, "machine", r->machine) && put_text(slide, "command", r->command) &&
        put_text(slide, "before", before) && put_text(slide, "no_source", no_source) &&
        (no_source || json_object_set_new(slide, "code", code_beside(s, heads, before)) == 0);
    if (good)
        return slide;
    json_decref(slide);
    return NULL;
}

/* ---- A file for each hotspot ---- */

static bool write_deck(const struct reruns *all, const char *hotspot, json_t *deck,
                       struct tri_error *e)
{
    struct tri_file file;
    char *name = NULL;
    if (asprintf(&name, "%s/%s.html", all->asked->slides, hotspot) < 0)
        return tri_fail(e, TRI_FAILED, "out of memory");
    bool good = tri_file_begin(&file, name, e);
    if (good) {
        template_write(file.stream, slides_html, deck);
        good = tri_file_commit(&file, e);
    }
    if (good)
        fprintf(all->batch->out, "slides %s\n", name);
    free(name);
    return good || name_option("--slides", e);
}

/* From line `first` on, those of one hotspot; their number. */
static size_t of_hotspot(const json_t *lines, size_t first)
{
    size_t n = 1;
    const char *hotspot = text_of(json_object_get(json_array_get(lines, first), "heads"), 0);
    while (first + n < json_array_size(lines) &&
           strcmp(hotspot,
                  text_of(json_object_get(json_array_get(lines, first + n), "heads"), 0)) == 0)
        n++;
    return n;
}

static bool add_deck(const struct reruns *all, const struct rerun *r, const json_t *table,
                     size_t first, size_t n, struct tri_error *e)
{
    const char *hotspot = text_of(
        json_object_get(json_array_get(json_object_get(table, "lines"), first), "heads"), 0);
    struct source s = { 0 };
    struct tri_error why;
    bool there = remarks_source(tri_hotspot_named(hotspot, TRI_DOUBLE), &s, &why);
    json_t *slides = json_array(),
           *deck = json_pack("{s:s, s:o}", "page", hotspot, "slides", slides);
    bool good = deck;
    for (size_t i = first; good && i < first + n; i++)
        good =
            json_array_append_new(slides, slide_of(r, table, i, &s, there ? NULL : why.text)) == 0;
    good = (good || tri_fail(e, TRI_FAILED, "out of memory")) && write_deck(all, hotspot, deck, e);
    source_free(&s);
    json_decref(deck);
    return good;
}

bool slides_write(const struct reruns *all, const struct rerun *r, struct tri_error *e)
{
    json_t *table = answer_json(all->store, "select json from page", e);
    const json_t *lines = json_object_get(table, "lines");
    bool good = table;
    for (size_t i = 0, n; good && i < json_array_size(lines); i += n) {
        n = of_hotspot(lines, i);
        good = add_deck(all, r, table, i, n, e);
    }
    json_decref(table);
    return good;
}
