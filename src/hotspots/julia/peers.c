/* Peers of julia: a CUDA kernel as good as we can write it, and report D's kernels. */
#include "julia_peers.h"

const struct tri_peer julia_peers[] = {
    {
        .contender = { TRI_CUDA_PEER("cuda", tri_julia_cuda), .as_tuned = true },
        .meaning = "a CUDA kernel, as good as we can write it",
        .hotspot = "julia",
    },
    {
        .contender = { TRI_CUDA_PEER("cuda-report", tri_julia_cuda_report),
                       .may_differ = true }, /* its compiler decides what is fused */
        .meaning = "report D's best CUDA kernel, V5",
        .hotspot = "julia",
    },
    { .meaning = NULL },
};
