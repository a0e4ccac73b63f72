/* A row's texts: what is compared of it, and the line that it is. */
#ifndef TRI_TEXTS_H
#define TRI_TEXTS_H

#include <jansson.h>

#include "triptych.h"

/* A value as text that is the same for all texts of that value.  To be freed; NULL: out of memory. */
char *plain_text(const json_t *);

/* Appends the text and the end of its line to the file behind the descriptor: wholly and safe on the disk,
 * or, when that is full, not at all. */
bool line_append(int fd, const char *text, struct tri_error *e);

#endif
