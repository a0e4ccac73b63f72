/* Peers of vecadd: CUDA, as the report has it and as well as we can write it. */
#include "vecadd_peers.h"

const struct tri_peer vecadd_peers[] = {
    {
        .contender = { .peer = "cuda",
                       .as_tuned = true,
                       .path = TRI_OFFLOAD,
                       .run = TRI_IF_CUDA(tri_vecadd_cuda),
                       .memory_space = TRI_CUDA_MEMORY_SPACE },
        .meaning = "a CUDA kernel, as good as we can write it",
        .hotspot = "vecadd",
        .any_choice = true,
    },
    {
        .contender = { .peer = "cuda-hello",
                       .path = TRI_OFFLOAD,
                       .run = TRI_IF_CUDA(tri_vecadd_cuda_report),
                       .memory_space = TRI_CUDA_MEMORY_SPACE },
        .meaning = "the report's hello world, a[i] += b[i] in a grid-stride loop",
        .hotspot = "vecadd",
        .fixed = "form=update",
        .any_choice = true,
    },
    { .meaning = NULL },
};
