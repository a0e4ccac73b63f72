#ifndef TRI_IDENTITY_H
#define TRI_IDENTITY_H

#include <jansson.h>

/* A value as text that is the same for all texts of that value.  To be freed; NULL: out of memory. */
char *plain_text(const json_t *);

#endif
