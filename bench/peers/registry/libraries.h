/* The libraries that are peers: looked for when they are asked for, and never linked. */
#ifndef TRI_LIBRARIES_H
#define TRI_LIBRARIES_H

#include <stdbool.h>

#include "triptych.h"

/*
 * A library, or NULL with the reason.
 *
 * OpenBLAS is held to AVX2, as the path is that it stands beside; who sets OPENBLAS_CORETYPE has it
 * otherwise.  Its threads may run on every processor that this program's threads have.
 */
void *find_openblas(struct tri_error *);
void *find_cublas(struct tri_error *);

/* Sets *(pointer to a function) to the library's function of that name, or fails with the reason.  A
 * library that is NULL has failed with its own. */
bool find_function(void *library, const char *name, void *function, struct tri_error *);

#endif
