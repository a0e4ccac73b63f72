/* Bytes as base64, and an SVG picture as an element. */
#include "embed.h"

#include "template.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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
