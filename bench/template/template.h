/*
 * Templates: a text with holes, which a JSON object fills; a small part of mustache (mustache.github.io).
 *
 *     {{name}}               the string or number of that name, as HTML shows it literally
 *     {{{name}}}             the string, as it is
 *     {{#name}} … {{/name}}  for each element of a list, or once for anything else that is there; within,
 *                            names are those of the element, and {{.}} is an element that is a string
 *     {{^name}} … {{/name}}  if there is nothing of that name
 *
 * What is false, null or an empty list is not there.  A line's end after # ^ / belongs to the tag.
 */
#ifndef TRI_TEMPLATE_H
#define TRI_TEMPLATE_H

#include <jansson.h>
#include <stdio.h>

/* Whether that went well is the stream's to know. */
void template_write(FILE *out, const char *text, json_t *data);

/* Writes a text as HTML shows it literally, within elements and within quotes; what is no UTF-8, and
 * what no document may hold, as a replacement character. */
void html(FILE *out, const char *text);

#endif
