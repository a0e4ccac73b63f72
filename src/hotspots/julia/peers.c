/* Peers of julia: a CUDA kernel as good as we can write it, and the report's kernels. */
#include "julia_peers.h"

const struct tri_peer julia_peers[] = {
    {
        .contender = { .peer = "cuda",
                       .as_tuned = true,
                       .path = TRI_OFFLOAD,
                       .run = TRI_IF_CUDA(tri_julia_cuda),
                       .memory_space = TRI_CUDA_MEMORY_SPACE },
        .meaning = "a CUDA kernel, as good as we can write it",
        .hotspot = "julia",
    },
    {
        .contender = { .peer = "cuda-report",
                       .path = TRI_OFFLOAD,
                       .may_differ = true, /* its compiler decides what is fused */
                       .run = TRI_IF_CUDA(tri_julia_cuda_report),
                       .memory_space = TRI_CUDA_MEMORY_SPACE },
        .meaning = "the report's best CUDA kernel, V5",
        .hotspot = "julia",
    },
    { .meaning = NULL },
};
