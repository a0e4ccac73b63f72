#ifndef TRI_LINE_H
#define TRI_LINE_H

#include "triptych.h"

/* Appends the text and the end of its line to the file behind the descriptor: wholly and safe on the disk,
 * or, when that is full, not at all. */
bool line_append(int fd, const char *text, struct tri_error *e);

#endif
