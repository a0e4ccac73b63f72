/* Peers of blur: CUDA kernels as good as we can write them, and report E's form of them. */
#include "blur_peers.h"

const struct tri_peer blur_peers[] = {
    {
        .contender = { TRI_CUDA_PEER("cuda", tri_blur_cuda), .as_tuned = true },
        .meaning = "CUDA kernels, as good as we can write them",
        .hotspot = "blur",
        .any_choice = true,
    },
    {
        .contender = { TRI_CUDA_PEER("cuda-report", tri_blur_cuda_report) },
        .meaning =
            "report E's form in CUDA, 8-bit RGB: in each pass a kernel that blurs, one that copies",
        .hotspot = "blur",
        .only = "channels=3",
    },
    { .meaning = NULL },
};
