/*
 * Peers of laplace: report E's kernels, and CUDA as good as we can write it.
 */
#include "laplace_peers.h"

const struct tri_peer laplace_peers[] = {
    {
        .contender = { TRI_CUDA_PEER("cuda", tri_laplace_cuda), .as_tuned = true },
        .meaning = "CUDA, eight steps of a tile in registers, as good as we can write it",
        .hotspot = "laplace",
        .only = "tolerance=0",
        .any_choice = true,
    },
    {
        .contender = { TRI_CUDA_PEER("cuda-launches", tri_laplace_cuda_launches),
                       .as_tuned = true },
        .meaning = "the same, with a kernel for each eight steps; points stored row by row",
        .hotspot = "laplace",
        .only = "tolerance=0",
        .any_choice = true,
    },
    {
        .contender = { TRI_CUDA_PEER("cuda-report", tri_laplace_cuda_report) },
        .meaning = "report E's CUDA: a kernel that updates, a kernel that copies back",
        .hotspot = "laplace",
        .only = "tolerance=0",
        .any_choice = true,
    },
    { .meaning = NULL },
};
