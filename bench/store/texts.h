/* A row's texts: values in a form that can be compared, and the line in a file of JSON lines. */
#ifndef TRI_TEXTS_H
#define TRI_TEXTS_H

#include <jansson.h>

#include "triptych.h"

/* Canonical text: equal values have equal text.  To be freed; NULL: out of memory. */
char *plain_text(const json_t *);

/* Appends the text and a newline to the file, and flushes it to disk.  If the disk is full, nothing is
 * appended. */
bool line_append(int fd, const char *text, struct tri_error *e);

#endif
