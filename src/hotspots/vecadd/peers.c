/* Peers of vecadd in CUDA: as well as we can write it, and as report C has it (docs/studies.md). */
#include "vecadd_peers.h"

const struct tri_peer vecadd_peers[] = {
    {
        .contender = { TRI_CUDA_PEER("cuda", tri_vecadd_cuda), .as_tuned = true },
        .meaning = "a CUDA kernel, as good as we can write it",
        .hotspot = "vecadd",
        .any_choice = true,
    },
    {
        .contender = { TRI_CUDA_PEER("cuda-hello", tri_vecadd_cuda_report) },
        .meaning = "report C's hello world, a[i] += b[i] in a grid-stride loop",
        .hotspot = "vecadd",
        .fixed = "form=update",
        .any_choice = true,
    },
    { .meaning = NULL },
};
