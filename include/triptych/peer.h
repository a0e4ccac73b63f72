/*
 * Peers: what somebody would use instead of a path, measured beside it by the same means.
 *
 * A file of peers ends with an array X(name) of `struct tri_peer`, in both precisions.  Kernels in CUDA are
 * in a .cu file beside it, which includes this header too; it is compiled where there is an nvcc.
 */
#ifndef TRIPTYCH_PEER_H
#define TRIPTYCH_PEER_H

#include "measure.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tri_peer {
    struct tri_contender contender; /* .peer: its name; .run == NULL: it was not built */
    const char *meaning;            /* in a line; NULL: the array ends here */
    const char *hotspot;            /* of which it is a peer; NULL: of every one */
    /* The hotspot whose case it computes, with the values of the parameters that both have: it is a peer
     * of that one too.  NULL: the case's own. */
    const char *as;
    /* Lists "name=value,…", or NULL.  It always computes with .fixed, and with nothing else than
     * .only; of a choice in neither it knows just the default, unless .any_choice. */
    const char *fixed, *only;
    bool any_choice;
    /* Looks for the library that it takes, the first time that it is asked for; NULL: it takes none. */
    bool (*find)(struct tri_error *);
};

/* The array of a file, in both precisions, and the file's name, for messages. */
struct tri_peers {
    const struct tri_peer *of[TRI_PRECISIONS];
    const char *file;
};

/* Puts these, which have to outlive their use, in the place of all others, after tri_hotspots_use().
 * `not_built` says why there are none in CUDA, or is "".  One that is wrong is a TRI_USAGE error. */
bool tri_peers_use(const struct tri_peers *, size_t n, const char *not_built, struct tri_error *e);

/* ---- In CUDA ---------------------------------------------------------------------------------- */

/* Its home is the GPU's memory. */
extern const struct tri_home tri_cuda_home;

/* `.run = TRI_IF_CUDA(X(sum_cuda)), .home = TRI_CUDA_HOME`: NULL where there is no nvcc. */
#if defined(TRIPTYCH_CUDA_PEERS) && TRIPTYCH_CUDA_PEERS
# define TRI_IF_CUDA(run) run
#else
# define TRI_IF_CUDA(run) NULL
#endif
#define TRI_CUDA_HOME TRI_IF_CUDA(&tri_cuda_home)

/* To be called after a kernel's launch: waits for its end.  What has gone wrong is reported when
 * the home is left. */
void tri_cuda_finish(void);

/* To be called with what a function of a CUDA library returned, 0 if it worked; whether it did. */
bool tri_cuda_library_worked(int status, const char *function);

#ifdef __cplusplus
}
#endif

#endif
