/*
 * What a kernel takes of a GPU, read from the machine code that a program contains.
 *
 * The compiler's last step notes it in the cubin, in sections that NVIDIA does not document, but which cuobjdump and nvlink
 * read, too: .nv.info has a list of attributes, .nv.shared.NAME is as large as the kernel's team memory.  All of this
 * is the same as the driver has (cuFuncGetAttribute).
 */
#pragma once

#include "images.h"

/* -1: the image does not say. */
struct tri_kernel {
    int registers; /* of a thread */
    int local;   /* bytes of local memory of a thread: what does not fit in registers (spills), and
                    * arrays with an index that is not constant */
    int stack;   /* the same, with the functions that it calls */
    int shared;  /* bytes of team memory that each team has */
    int threads; /* of a team, that it is compiled for at most */
    char arch[24]; /* of the image */
};

/* The kernel of this name in the machine code for a GPU of this compute capability; 0, 0: for any.  False: the file has
 * none.  Any bytes are safe to pass. */
bool tri_kernel_in(const void *bytes, size_t size, const char *name, int major, int minor,
                   struct tri_kernel *);
bool tri_kernel_of(const char *path, const char *name, int major, int minor, struct tri_kernel *,
                   struct tri_error *e);

/* Tells of the name of each kernel in the machine code of a file. */
typedef void tri_kernel_name_fn(void *data, const char *name);
void tri_kernels_in(const void *bytes, size_t size, tri_kernel_name_fn *, void *data);
bool tri_kernels_of(const char *path, tri_kernel_name_fn *, void *data, struct tri_error *e);
