/* Templates, and texts and pictures in HTML. */
#include "template.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- Texts ---- */

/* The length of the UTF-8 character at the beginning of a text; 0: it is not valid. */
static size_t letter_length(const unsigned char *s)
{
    size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    if (s[0] > 0xf4 || (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

static const char *entity(unsigned char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return iscntrl(c) && c != '\n' && c != '\t' ? "\uFFFD" : NULL;
    }
}

void html(FILE *out, const char *text)
{
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        size_t length = letter_length(s);
        const char *instead = length == 0 ? "\uFFFD" : length == 1 ? entity(*s) : NULL;
        if (instead)
            fputs(instead, out);
        else
            fwrite(s, 1, length, out);
        s += length ? length : 1;
    }
}

/* ---- Templates ---- */

extern const char page_css[], head_html[], table_html[], exhibit_html[];

static const struct {
    const char *name, *text;
} parts[] = { { "head", head_html },
              { "style", page_css },
              { "table", table_html },
              { "exhibit", exhibit_html } };

static const char *part_named(const char *name)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcmp(parts[i].name, name) == 0)
            return parts[i].text;
    return "";
}

/* A tag such as {{#name}}: its kind, its name, and the text after it. */
struct tag {
    char kind; /* # ^ / > { or ' ' */
    char name[40];
    const char *after;
};

static struct tag read_tag(const char *text)
{
    struct tag tag = { .kind = ' ' };
    const char *name = text + strlen("{{");
    if (strchr("#^/>{", *name))
        tag.kind = *name++;
    size_t length = strcspn(name, "}");
    snprintf(tag.name, sizeof tag.name, "%.*s", (int)length, name);
    tag.after = name + length + strspn(name + length, "}");
    if (strchr("#^/>", tag.kind) && *tag.after == '\n')
        tag.after++;
    return tag;
}

static json_t *named(json_t *data, const char *name)
{
    return strcmp(name, ".") == 0 ? data : json_object_get(data, name);
}

static bool is_there(const json_t *value)
{
    bool empty = json_is_array(value) && json_array_size(value) == 0;
    return value && !json_is_null(value) && !json_is_false(value) && !empty;
}

static const char *write_part(FILE *out, const char *text, json_t *data);

/* Like the next two functions, returns the text after what it has written, and only skips that if `out` is NULL. */
static const char *write_section(FILE *out, const struct tag *tag, json_t *data)
{
    json_t *value = named(data, tag->name);
    const char *end = NULL;
    if (is_there(value) != (tag->kind == '#'))
        return write_part(NULL, tag->after, data);
    for (size_t i = 0; i < json_array_size(value); i++)
        end = write_part(out, tag->after, json_array_get(value, i));
    return end ? end : write_part(out, tag->after, json_is_object(value) ? value : data);
}

static const char *write_tag(FILE *out, const struct tag *tag, json_t *data)
{
    const json_t *own = named(data, tag->name);
    const char *text = json_string_value(own);
    if (tag->kind == '#' || tag->kind == '^')
        return write_section(out, tag, data);
    if (out && tag->kind == '>')
        write_part(out, part_named(tag->name), data);
    else if (out && text && tag->kind == '{')
        fputs(text, out);
    else if (out && text)
        html(out, text);
    else if (out && json_is_number(own))
        fprintf(out, "%g", json_number_value(own));
    return tag->after;
}

/* Writes the text up to the end of its section. */
static const char *write_part(FILE *out, const char *text, json_t *data)
{
    const char *next;
    while ((next = strstr(text, "{{"))) {
        struct tag tag = read_tag(next);
        if (out)
            fwrite(text, 1, (size_t)(next - text), out);
        if (tag.kind == '/')
            return tag.after;
        text = write_tag(out, &tag, data);
    }
    if (out)
        fputs(text, out);
    return text + strlen(text);
}

void template_write(FILE *out, const char *text, json_t *data)
{
    write_part(out, text, data);
}

/* ---- Bytes as base64, and an SVG picture as an element ---- */

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

/* json_string_nocheck(), since html() replaces bytes that are not UTF-8. */
json_t *embedded(const json_t *picture, const char *prefix)
{
    const json_t *svg = json_object_get(picture, "svg"), *png = json_object_get(picture, "png");
    json_t *own = json_copy((json_t *)picture);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out && svg)
        html_svg(out, json_string_value(svg), json_string_value(json_object_get(picture, "title")),
                 prefix);
    else if (out && png)
        html_base64(out, (const unsigned char *)json_string_value(png), json_string_length(png));
    bool good = out && fclose(out) == 0;
    if (svg)
        json_object_del(own, "png");
    if (good && (svg || png))
        good = json_object_set_new(own, svg ? "svg" : "png", json_string_nocheck(text)) == 0;
    free(text);
    if (!good)
        json_decref(own);
    return good ? own : NULL;
}

bool put_text(json_t *object, const char *key, const char *text)
{
    return !text || json_object_set_new(object, key, json_string_nocheck(text)) == 0;
}
