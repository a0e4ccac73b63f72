/* Peers of moldyn: CUDA kernels, with a thread for each particle or for each cell. */
#include "moldyn.h"

const struct tri_peer X(moldyn_peers)[] = {
    {
        .contender = { .peer = "cuda",
                       .as_tuned = true,
                       .path = TRI_OFFLOAD,
                       .run = TRI_IF_CUDA(X(tri_moldyn_cuda)),
                       .home = TRI_CUDA_HOME },
        .meaning =
            "CUDA kernels, a particle to a thread as the variant tuned has it, as good as we can write them",
        .hotspot = "moldyn",
    },
    {
        .contender = { .peer = "cuda-cell",
                       .as_tuned = true,
                       .path = TRI_OFFLOAD,
                       .run = TRI_IF_CUDA(X(tri_moldyn_cuda_cell)),
                       .home = TRI_CUDA_HOME },
        .meaning = "CUDA kernels, a cell to a thread as the variant cell has it",
        .hotspot = "moldyn",
    },
    { .meaning = NULL },
};
