/* Pictures within an HTML page.  page.css is the style sheet of all pages. */
#ifndef TRI_EMBED_H
#define TRI_EMBED_H

#include <stddef.h>
#include <stdio.h>

/* Writes bytes in base64, for a data: address. */
void html_base64(FILE *out, const unsigned char *bytes, size_t n);

/* Writes an SVG picture as an element with a title, without gnuplot's header.  Its names get a prefix, which makes
 * them unique in the page. */
void html_svg(FILE *out, const char *svg, const char *title, const char *prefix);

#endif
