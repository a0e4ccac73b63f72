/* A peer of moldyn: CUDA kernels with either mapping. */
#include "moldyn.h"

const struct peer X(moldyn_peers)[] = {
    {
        .contender = { .peer = "cuda",
                       .path = TRI_OFFLOAD,
                       .run = X(moldyn_cuda),
                       .home = CUDA_HOME },
        .meaning = "CUDA kernels of the same mapping, as good as we can write them",
        .hotspot = "moldyn",
        .any_choice = true,
    },
    { .meaning = NULL },
};
