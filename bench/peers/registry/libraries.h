/* The libraries that are peers: opened when they are needed, and never linked. */
#ifndef TRI_LIBRARIES_H
#define TRI_LIBRARIES_H

#include <stdbool.h>

#include "triptych.h"

/*
 * A library, or NULL with the reason.
 *
 * OpenBLAS is limited to AVX2, like the path that it is compared with, unless OPENBLAS_CORETYPE is
 * set.  Its threads may run on every processor that this program's threads have.
 */
void *find_openblas(struct tri_error *);
void *find_cublas(struct tri_error *);

/* Sets *(pointer to a function) to the library's function of that name, or fails with the reason.  If the
 * library is NULL, the error was set when it was opened. */
bool find_function(void *library, const char *name, void *function, struct tri_error *);

#endif
