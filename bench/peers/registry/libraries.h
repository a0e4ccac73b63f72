/* The libraries that are peers: opened when they are needed, and never linked. */
#pragma once

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

/* ---- OpenBLAS ---- */

/* Finds a function of OpenBLAS. */
bool find_in_openblas(const char *name, void *function, struct tri_error *);

/* To be called before one of its functions, once one has been found: it uses as many threads as OpenMP would. */
void openblas_begin(void);

/* ---- cuBLAS ---- */

/* A handle of cuBLAS, and the one thing that is set in it. */
struct cublas {
    const char *setter; /* a function of cuBLAS: setter(handle, setting) */
    int setting;
    void *handle; /* cublas_begin() creates it */
    int (*create)(void **handle);
    int (*set)(void *handle, int setting);
};

/* Finds a function of cuBLAS, and what the handle needs. */
bool find_in_cublas(struct cublas *, const char *name, void *function, struct tri_error *);

/* To be called before one of its functions, in the memory space of CUDA; the first call creates the handle. If that fails, the
 * memory space will report it. */
bool cublas_begin(struct cublas *);
