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
#ifndef TRI_TEMPLATE_H
#define TRI_TEMPLATE_H

#include <jansson.h>
#include <stdio.h>

/* The caller checks the stream for write errors. */
void template_write(FILE *out, const char *text, json_t *data);

/* Writes a text escaped for HTML, within elements and within quotes.  Bytes that are not UTF-8, and
 * characters that a document may not contain, become replacement characters. */
void html(FILE *out, const char *text);

#endif
