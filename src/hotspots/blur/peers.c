/* Peers of blur: CUDA kernels as good as we can write them, and the two of the report's form. */
#include "blur_peers.h"

const struct tri_peer blur_peers[] = {
    {
        .contender = { .peer = "cuda",
                       .as_tuned = true,
                       .path = TRI_OFFLOAD,
                       .run = TRI_IF_CUDA(tri_blur_cuda),
                       .memory_space = TRI_CUDA_MEMORY_SPACE },
        .meaning = "CUDA kernels, as good as we can write them",
        .hotspot = "blur",
        .any_choice = true,
    },
    {
        .contender = { .peer = "cuda-report",
                       .path = TRI_OFFLOAD,
                       .run = TRI_IF_CUDA(tri_blur_cuda_report),
                       .memory_space = TRI_CUDA_MEMORY_SPACE },
        .meaning =
            "the report's form in CUDA, 8-bit RGB: in each pass a kernel that blurs, one that copies",
        .hotspot = "blur",
        .only = "channels=3",
    },
    { .meaning = NULL },
};
