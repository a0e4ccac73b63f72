/* Peers of moldyn: CUDA kernels with either mapping, a particle or a cell to a thread. */
#include "moldyn.h"

const struct peer X(moldyn_peers)[] = {
    {
        .contender = { .peer = "cuda",
                       .as_tuned = true,
                       .path = TRI_OFFLOAD,
                       .run = X(moldyn_cuda),
                       .home = CUDA_HOME },
        .meaning =
            "CUDA kernels, a particle to a thread as the variant tuned has it, as good as we can write them",
        .hotspot = "moldyn",
    },
    {
        .contender = { .peer = "cuda-cell",
                       .as_tuned = true,
                       .path = TRI_OFFLOAD,
                       .run = X(moldyn_cuda_cell),
                       .home = CUDA_HOME },
        .meaning = "CUDA kernels, a cell to a thread as the variant cell has it",
        .hotspot = "moldyn",
    },
    { .meaning = NULL },
};
