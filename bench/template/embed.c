/* Bytes as base64, and an SVG picture as an element. */
#include "embed.h"

#include "template.h"

#include <stdbool.h>
#include <stdint.h>
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
