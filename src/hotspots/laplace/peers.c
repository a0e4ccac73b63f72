/*
 * Peers of laplace: the report's two kernels, and CUDA as good as we can write it.
 */
#include "laplace_peers.h"

const struct tri_peer laplace_peers[] = {
    {
        .contender = { .peer = "cuda",
                       .as_tuned = true,
                       .path = TRI_OFFLOAD,
                       .run = TRI_IF_CUDA(tri_laplace_cuda),
                       .memory_space = TRI_CUDA_MEMORY_SPACE },
        .meaning = "CUDA, eight steps of a tile in registers, as good as we can write it",
        .hotspot = "laplace",
        .only = "tolerance=0",
        .any_choice = true,
    },
    {
        .contender = { .peer = "cuda-launches",
                       .as_tuned = true,
                       .path = TRI_OFFLOAD,
                       .run = TRI_IF_CUDA(tri_laplace_cuda_launches),
                       .memory_space = TRI_CUDA_MEMORY_SPACE },
        .meaning = "the same, with a kernel for each eight steps; points stored row by row",
        .hotspot = "laplace",
        .only = "tolerance=0",
        .any_choice = true,
    },
    {
        .contender = { .peer = "cuda-report",
                       .path = TRI_OFFLOAD,
                       .run = TRI_IF_CUDA(tri_laplace_cuda_report),
                       .memory_space = TRI_CUDA_MEMORY_SPACE },
        .meaning = "the report's CUDA: a kernel that updates, a kernel that copies back",
        .hotspot = "laplace",
        .only = "tolerance=0",
        .any_choice = true,
    },
    { .meaning = NULL },
};
