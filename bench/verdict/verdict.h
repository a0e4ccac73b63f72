/*
 * Compilers judged: `verdict FILE...` sets what each of them makes of a variant beside the best there is,
 * and says how portable its performance is.
 */
#ifndef TRI_VERDICT_H
#define TRI_VERDICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "request.h"

enum { MAX_JUDGED = 64 };

struct judging {
    const char *file[MAX_JUDGED];
    size_t files;
    const char *svg;  /* the file of the cascade plot; NULL: none */
    bool portability; /* is asked for: rows of one machine are an error then */
};

/* Prints the verdict on the rows that the request asks for, of its paths or of offload, plain and tuned, and
 * draws it.  Rows that cannot be judged are TRI_USAGE errors. */
bool judge_rows(const struct judging *, const struct request *, FILE *out, struct tri_error *e);

#endif
