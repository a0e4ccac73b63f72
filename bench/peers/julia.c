/* Peers of julia: a CUDA kernel as good as we can write it, and the report's kernels. */
#include "julia.h"

const struct peer X(julia_peers)[] = {
    {
        .contender = { .peer = "cuda",
                       .as_tuned = true,
                       .path = TRI_OFFLOAD,
                       .run = X(julia_cuda),
                       .home = CUDA_HOME },
        .meaning = "a CUDA kernel, as good as we can write it",
        .hotspot = "julia",
    },
    {
        .contender = { .peer = "cuda-report",
                       .path = TRI_OFFLOAD,
                       .may_differ = true, /* where it fuses is up to its compiler */
                       .run = X(julia_cuda_report),
                       .home = CUDA_HOME },
        .meaning = "the report's best CUDA kernel, V5",
        .hotspot = "julia",
    },
    { .meaning = NULL },
};
