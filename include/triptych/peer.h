/*
 * Peers: implementations that one would use instead of a path, measured beside it in the same way.
 *
 * A file of peers ends with an array name of `struct tri_peer`, in both precisions.  CUDA kernels are
 * in a .cu file beside it, which includes this header too; it is compiled if there is an nvcc.
 */
#pragma once

#include "measure.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tri_peer {
    struct tri_contender contender; /* .peer: its name; .run == NULL: it was not built */
    const char *meaning;            /* in a line; NULL: the array ends here */
    const char *hotspot;            /* the hotspot that it is a peer of; NULL: all */
    /* The hotspot whose case it computes, with the values of the parameters that both have; it is a peer
     * of that one too.  NULL: the case's hotspot. */
    const char *as;
    /* Lists "name=value,…", or NULL.  It always computes with .fixed, and only cases with the values of
     * .only.  Of other choice parameters it supports only the default, unless .any_choice. */
    const char *fixed, *only;
    bool any_choice;
    /* Looks for the library that it needs, when it is first requested; NULL: it needs none. */
    bool (*find)(struct tri_error *);
};

/* The array of a file, in both precisions, and the file's name for messages. */
struct tri_peers {
    const struct tri_peer *of[TRI_PRECISIONS];
    const char *file;
};

/* Replaces all peers by these, which have to outlive their use; called after tri_hotspots_use().
 * `not_built` says why there are none in CUDA, or is "".  An invalid one is a TRI_USAGE error. */
bool tri_peers_use(const struct tri_peers *, size_t n, const char *not_built, struct tri_error *e);

/* ---- In CUDA ---------------------------------------------------------------------------------- */

/* For peers whose data are in the GPU's memory. */
extern const struct tri_memory_space tri_cuda_memory_space;

/* `.run = TRI_IF_CUDA(sum_cuda), .memory_space = TRI_CUDA_MEMORY_SPACE`: NULL where there is no nvcc. */
#if defined(TRIPTYCH_CUDA_PEERS) && TRIPTYCH_CUDA_PEERS
# define TRI_IF_CUDA(run) run
#else
# define TRI_IF_CUDA(run) NULL
#endif
#define TRI_CUDA_MEMORY_SPACE TRI_IF_CUDA(&tri_cuda_memory_space)

/* `.contender = { TRI_CUDA_PEER("cuda", sum_cuda) }`: what all of them say. */
#define TRI_CUDA_PEER(name, function)                                \
    .peer = name, .path = TRI_OFFLOAD, .run = TRI_IF_CUDA(function), \
    .memory_space = TRI_CUDA_MEMORY_SPACE

/* To be called after the launch of a kernel: waits for its end.  Errors are reported when
 * the memory space is left. */
void tri_cuda_finish(void);

/* To be called with the status that a function of a CUDA library returned (0: success); returns whether it
 * succeeded. */
bool tri_cuda_library_worked(int status, const char *function);

#ifdef __cplusplus
}
#endif
