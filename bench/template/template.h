/*
 * Templates: text with tags that are replaced by values of a JSON object; a subset of mustache (mustache.github.io).
 *
 *     {{name}}               the string or number of that name, escaped for HTML
 *     {{{name}}}             the string, as it is
 *     {{#name}} … {{/name}}  for each element of a list, or once for any other value; inside,
 *                            names are those of the element, and {{.}} is an element that is a string
 *     {{^name}} … {{/name}}  if there is no value of that name
 *     {{>name}}              a part that pages share: "head" (whose title has {{page}}), "style", "table" or "exhibit"
 *
 * A value that is false, null or an empty list counts as missing.  A newline after # ^ / > belongs to the tag.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The caller checks the stream for write errors. */
void template_write(FILE *out, const char *text, json_t *data);

/* Writes a text escaped for HTML, within elements and within quotes.  Bytes that are not UTF-8, and
 * characters that a document may not contain, become replacement characters. */
void html(FILE *out, const char *text);

/* ---- Pictures embedded in an HTML page ---- */

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
