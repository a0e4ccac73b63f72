/* Studies as an HTML page: what page.html is filled with. */
#include "page.h"

#include "gnuplot.h"
#include "template.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern const char page_html[], page_css[];

/* ---- JSON: nothing is checked to be UTF-8, for html() takes what comes ---- */

static bool put(json_t *object, const char *name, const char *text)
{
    return !text || json_object_set_new(object, name, json_string_nocheck(text)) == 0;
}

/* An object or a list that belongs to another, under a name or as its last; NULL: out of memory. */
static json_t *put_new(json_t *to, const char *name, json_t *value)
{
    int failed = name ? json_object_set_new(to, name, value) : json_array_append_new(to, value);
    return failed ? NULL : value;
}

/* ---- Pictures ---- */

void html_base64(FILE *out, const unsigned char *bytes, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16 | (i + 1 < n ? (uint32_t)bytes[i + 1] << 8 : 0) |
                         (i + 2 < n ? bytes[i + 2] : 0);
        for (int k = 0; k < 4; k++)
            fputc(i + (size_t)k > n ? '=' : digits[three >> (18 - 6 * k) & 63], out);
    }
}

static bool at(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

void html_svg(FILE *out, const char *svg, const char *title, const char *prefix)
{
    static const char *const names[] = { "id=\"", "id='", "href=\"#", "href='#", "url(#", NULL };
    const char *s = strstr(svg, "<svg");
    if (!s)
        return;
    fputs("<svg role=\"img\" aria-label=\"", out);
    html(out, title);
    fputc('"', out);
    for (s += strlen("<svg"); *s;) {
        size_t length = 1;
        for (size_t i = 0; names[i]; i++)
            length = at(s, names[i]) ? strlen(names[i]) : length;
        fwrite(s, 1, length, out);
        if (length > 1)
            fputs(prefix, out);
        s += length;
        const char *own = at(s, "<title>") ? strstr(s, "</desc>") : NULL;
        s = own ? own + strlen("</desc>") : s; /* gnuplot's */
    }
}

static bool put_exhibit(json_t *exhibits, const json_t *x, const char *study)
{
    const json_t *svg = json_object_get(x, "svg"), *png = json_object_get(x, "png");
    const char *title = json_string_value(json_object_get(x, "title"));
    char prefix[80], *text = NULL;
    size_t size;
    json_t *own = put_new(exhibits, NULL, json_object());
    FILE *out = open_memstream(&text, &size);
    snprintf(prefix, sizeof prefix, "%s-%zu-", study, json_array_size(exhibits));
    if (out && svg)
        html_svg(out, json_string_value(svg), title, prefix);
    else if (out && png)
        html_base64(out, (const unsigned char *)json_string_value(png), json_string_length(png));
    bool good = out && fclose(out) == 0 && own && put(own, "title", title) &&
                put(own, "missing", json_string_value(json_object_get(x, "missing"))) &&
                put(own, svg ? "svg" : "png", svg || png ? text : NULL);
    free(text);
    return good;
}

/* ---- The table ---- */

static const char *text_at(const struct sheet *s, size_t line, size_t column)
{
    const char *text = sheet_cell(s, line, column)->text;
    return text ? text : "";
}

static bool put_cell(json_t *cells, const struct section *s, size_t column, const char *text)
{
    bool report = s->study->report_heading && column + 1 == s->sheet->columns;
    bool absent = *text == '(' || strcmp(text, "-") == 0;
    json_t *cell = put_new(cells, NULL, json_object());
    return cell && put(cell, "text", text) &&
           put(cell, "class",
               report                            ? "report"
               : absent                          ? "absent"
               : sheet_is_text(s->sheet, column) ? "words"
                                                 : NULL);
}

/* A line that has another first head than the one above it begins a group. */
static bool begins_group(const struct sheet *s, size_t line)
{
    return line > 0 && s->heads > 1 && strcmp(text_at(s, line, 0), text_at(s, line - 1, 0)) != 0;
}

static bool put_line(json_t *lines, const struct section *s, size_t line)
{
    json_t *own = put_new(lines, NULL, json_object());
    json_t *heads = put_new(own, "heads", json_array());
    json_t *cells = put_new(own, "cells", json_array());
    bool good = heads && cells &&
                json_object_set_new(own, "group", json_boolean(begins_group(s->sheet, line))) == 0;
    for (size_t c = 0; good && c < s->sheet->columns; c++)
        good = put_cell(c < s->sheet->heads ? heads : cells, s, c, text_at(s->sheet, line, c));
    return good;
}

static bool put_notes(json_t *table, const struct sheet *s)
{
    json_t *list = put_new(put_new(table, "notes", json_object()), "note", json_array());
    bool good = list;
    for (size_t i = 0; good && i < s->notes; i++)
        good = json_array_append_new(list, json_string_nocheck(s->note[i])) == 0;
    return good;
}

static bool put_table(json_t *study, const struct section *s)
{
    json_t *table = put_new(study, "table", json_object());
    json_t *headings = put_new(table, "headings", json_array());
    json_t *lines = put_new(table, "lines", json_array());
    bool good = headings && lines && put(table, "name", s->study->name) &&
                put(table, "report", s->study->report_heading);
    for (size_t c = 0; good && c < s->sheet->columns; c++)
        good = put_cell(headings, s, c, s->sheet->heading[c]);
    for (size_t line = 0; good && line < s->sheet->lines; line++)
        good = put_line(lines, s, line);
    return good && (!s->sheet->notes || put_notes(table, s->sheet));
}

/* ---- Facts about the machine ---- */

bool page_add_fact(struct page *p, const char *what, const char *text)
{
    size_t i;
    json_t *known;
    p->facts = p->facts ? p->facts : json_object();
    json_t *texts = json_object_get(json_object_get(p->facts, what), "texts");
    if (!texts)
        texts = put_new(put_new(p->facts, what, json_object()), "texts", json_array());
    json_array_foreach(texts, i, known)
    {
        if (strcmp(json_string_value(known), text) == 0)
            return true;
    }
    return json_array_append_new(texts, json_string_nocheck(text)) == 0;
}

static const char *string_of(const struct row *r, const char *key)
{
    const char *text = json_string_value(json_object_get(r->json, key));
    return text ? text : "not said";
}

static bool add_facts(struct page *p, const struct row *r)
{
    char processor[300], compiler[2000];
    double cores = json_number_value(json_object_get(r->json, "cores"));
    snprintf(processor, sizeof processor, cores > 0 ? "%s, %g cores" : "%s", r->cpu, cores);
    snprintf(compiler, sizeof compiler, "%s, preset %s, version %s: %s", r->compiler,
             string_of(r, "preset"), string_of(r, "version"), string_of(r, "flags"));
    return page_add_fact(p, "Processor", processor) &&
           (!r->device || page_add_fact(p, "Device", r->device)) &&
           page_add_fact(p, "Compiler", compiler);
}

/* ---- A study ---- */

static bool put_machine(json_t *study, const struct rows *rows)
{
    char *text = machine_of(rows);
    bool good = text && put(study, "machine", text);
    free(text);
    return good;
}

static bool put_study(json_t *own, const struct section *s)
{
    json_t *exhibits = put_new(own, "exhibits", json_array());
    bool good = exhibits && put(own, "name", s->study->name) &&
                put(own, "meaning", s->study->meaning) && put(own, "tables", s->study->tables) &&
                put(own, "command", s->command) && put(own, "expanded", s->expanded) &&
                put(own, "error", s->error) &&
                put(own, "took", isnan(s->seconds) ? NULL : si(s->seconds, "s").s);
    for (size_t i = 0; good && i < json_array_size(s->album); i++)
        good = put_exhibit(exhibits, json_array_get(s->album, i), s->study->name);
    good = good && (!s->sheet || put_table(own, s));
    return good && (!s->rows || !s->rows->n || put_machine(own, s->rows));
}

bool page_add(struct page *p, const struct section *s, struct tri_error *e)
{
    p->studies = p->studies ? p->studies : json_array();
    json_t *own = put_new(p->studies, NULL, json_object());
    bool good = own && put_study(own, s);
    for (size_t i = 0; good && s->rows && i < s->rows->n; i++)
        good = add_facts(p, &s->rows->row[i]);
    return good || tri_fail(e, TRI_FAILED, "out of memory");
}

bool page_write(const struct page *p, const char *command, FILE *out, struct tri_error *e)
{
    json_t *all = json_pack("{s:O?,s:O?}", "facts", p->facts, "studies", p->studies);
    bool good = all && put(all, "command", command) && put(all, "style", page_css);
    if (good)
        template_write(out, page_html, all);
    json_decref(all);
    return good || tri_fail(e, TRI_FAILED, "out of memory");
}

void page_free(struct page *p)
{
    json_decref(p->facts);
    json_decref(p->studies);
    *p = (struct page){ 0 };
}
