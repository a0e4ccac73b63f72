/* The same work for a number of things, each in a process of its own, several at once. */
#ifndef LEARN_WORKERS_H
#define LEARN_WORKERS_H

#include "triptych.h"

#include <stddef.h>

enum { MAX_WORKERS = 64 };

/* As many as there are processors for this process. */
int workers_usual(void);

/* Calls work(0) to work(n - 1), `jobs` at once; what each prints appears in their order.  *failures counts those
 * that returned false, or have not come to an end. */
bool workers_do(size_t n, int jobs, bool (*work)(size_t i, void *), void *with, int *failures,
                struct tri_error *e);

#endif
