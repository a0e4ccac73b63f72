/* Pictures embedded in an HTML page.  page.css is the style sheet of all pages. */
#ifndef TRI_EMBED_H
#define TRI_EMBED_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes bytes in base64, for a data: address. */
void html_base64(FILE *out, const unsigned char *bytes, size_t n);

/* Writes an SVG picture as an element with a title, without gnuplot's header.  Its ids get a prefix, so that they
 * are unique in the page. */
void html_svg(FILE *out, const char *svg, const char *title, const char *prefix);

/* A picture for templates.  The input is an object with a "title" and the bytes of an "svg", a "png", both or
 * neither; the result has the "svg" element, or else the "png" in base64.  To be released; NULL: out of memory. */
json_t *embedded(const json_t *picture, const char *prefix);

/* Gives an object a text, without checking that it is UTF-8.  NULL: does nothing. */
bool put_text(json_t *object, const char *key, const char *text);

#endif
