/*
 * The device images inside a program: for which GPUs was it built?
 *
 * A host program contains its device code in a format that depends on the compiler: LLVM's offload
 * binaries, GCC's PTX text, CUDA's fat binaries (nvc uses them too), or, with clang before 15, bare
 * machine code.  The images are found by their magic numbers, wherever the linker put them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "triptych.h"

enum { TRI_MAX_IMAGES = 64 };

enum tri_container { TRI_LLVM, TRI_GCC, TRI_FATBIN, TRI_BARE, TRI_CONTAINERS };

enum tri_code {
    TRI_OTHER_CODE,
    TRI_HOST_CODE, /* of the host plugin */
    TRI_CUBIN,     /* machine code of an NVIDIA GPU */
    TRI_PTX,       /* text that the NVIDIA driver compiles for its GPU */
    TRI_BITCODE,   /* LLVM's, for a runtime with a compiler in it */
    TRI_AMD_CODE,
    TRI_CODES
};

struct tri_device_image {
    enum tri_container container;
    enum tri_code code;
    char triple[40];
    char arch[24]; /* "sm_90", "gfx90a"; "" where the container does not say */
    int abi;       /* of a cubin's ELF: 7, or 8 since CUDA 13 and Blackwell; 0: unknown */
    int ptx;       /* of PTX: 78 is version 7.8, which CUDA 11.8 brought; 0: unknown */
};

/* The images are all different.  GCC links its PTX modules together: they count as one image, for the
 * newest architecture that one of them needs. */
struct tri_images {
    size_t n;
    struct tri_device_image image[TRI_MAX_IMAGES];
};

/* Is told of an image, and where its code is: to the end of the file, if the container does not say where it ends. */
typedef void tri_image_fn(void *data, const struct tri_device_image *, const void *code,
                          size_t size);

/* Tells of each image in the bytes of a file, or in a file.  Any bytes are safe to pass. */
void tri_images_each(const void *bytes, size_t size, tri_image_fn *, void *data);
bool tri_images_each_of(const char *path, tri_image_fn *, void *data, struct tri_error *e);

/* The images in the bytes of a file.  Any bytes are safe to pass. */
void tri_images_in(const void *bytes, size_t size, struct tri_images *);

/* The images in a file; "/proc/self/exe" is the running program. */
bool tri_images_of(const char *path, struct tri_images *, struct tri_error *e);

const char *tri_container_name(enum tri_container);
const char *tri_code_name(enum tri_code);

/* 90 for "sm_90a"; 0 if there is no number. */
int tri_arch_number(const char *arch);

/* Whether an NVIDIA GPU of this compute capability can run the image.  Machine code runs on GPUs of
 * the same major version and the same or a higher minor version; PTX runs on this and every later GPU. */
bool tri_image_runs_on(const struct tri_device_image *, int major, int minor);
