/* Peers of moldyn: CUDA kernels, with a thread for each particle or for each cell. */
#include "moldyn_peers.h"

const struct tri_peer moldyn_peers[] = {
    {
        .contender = { .peer = "cuda",
                       .as_tuned = true,
                       .path = TRI_OFFLOAD,
                       .run = TRI_IF_CUDA(tri_moldyn_cuda),
                       .memory_space = TRI_CUDA_MEMORY_SPACE },
        .meaning =
            "CUDA kernels, one thread per particle as in tuned, as good as we can write them",
        .hotspot = "moldyn",
    },
    {
        .contender = { .peer = "cuda-cell",
                       .as_tuned = true,
                       .path = TRI_OFFLOAD,
                       .run = TRI_IF_CUDA(tri_moldyn_cuda_cell),
                       .memory_space = TRI_CUDA_MEMORY_SPACE },
        .meaning = "CUDA kernels, one thread per cell as in the variant cell",
        .hotspot = "moldyn",
    },
    { .meaning = NULL },
};
