/* Pictures within an HTML page.  page.css is the style sheet of all pages. */
#ifndef TRI_EMBED_H
#define TRI_EMBED_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes bytes in base64, for a data: address. */
void html_base64(FILE *out, const unsigned char *bytes, size_t n);

/* Writes an SVG picture as an element with a title, without gnuplot's header.  Its names get a prefix, which makes
 * them unique in the page. */
void html_svg(FILE *out, const char *svg, const char *title, const char *prefix);

/* A picture, an object of a "title" and the bytes of an "svg" or a "png" or neither, as templates have it: the one or
 * the other as text.  To be released; NULL: out of memory. */
json_t *embedded(const json_t *picture, const char *prefix);

/* Gives an object a text, which nobody checks to be UTF-8, unless there is none (NULL). */
bool put_text(json_t *object, const char *key, const char *text);

#endif
