/*
 * The page of one study or of several: an HTML file that needs no other file and no script.  A JSON document says
 * what is on it, page.html how that is put, page.css how it looks.
 */
#ifndef TRI_PAGE_H
#define TRI_PAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "triptych.h"

/* Adds a picture, as study.h has them, to a list as page.html has it: as SVG where there is that.  The names in it get
 * a prefix, which makes them unique in the page.  False: out of memory. */
bool page_add_picture(json_t *exhibits, const json_t *picture, const char *prefix);

/* Writes a document of a "command", "facts" and "studies".  Whether the stream took it is the stream's to know. */
bool page_write(json_t *document, FILE *out, struct tri_error *e);

/* Writes bytes as a data: address has them. */
void html_base64(FILE *out, const unsigned char *bytes, size_t n);

/* Writes a picture as an element with a title, without what gnuplot writes around it. */
void html_svg(FILE *out, const char *svg, const char *title, const char *prefix);

#endif
