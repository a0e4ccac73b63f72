/* What the peers of blur read off a case. */
#ifndef TRI_PEERS_BLUR_H
#define TRI_PEERS_BLUR_H

#include "peers.h"
#include "real.h"

struct sheet {
    int width, height, channels, depth, passes;
};

static inline struct sheet X(sheet)(const struct tri_case *c)
{
    struct sheet s;
    s.width = (int)tri_case_value(c, "width").integer;
    s.height = (int)tri_case_value(c, "height").integer;
    s.channels = (int)tri_case_value(c, "channels").integer;
    s.depth = tri_case_value(c, "depth").integer ? 16 : 8; /* the index of a choice */
    s.passes = (int)tri_case_value(c, "passes").integer;
    return s;
}

/* The kernels of blur.cu. */
#if TRIPTYCH_CUDA_PEERS
void X(blur_cuda)(const struct tri_case *there);
void X(blur_cuda_report)(const struct tri_case *there);
#else
# define blur_cuda_float NULL
# define blur_cuda_double NULL
# define blur_cuda_report_float NULL
# define blur_cuda_report_double NULL
#endif

#endif
