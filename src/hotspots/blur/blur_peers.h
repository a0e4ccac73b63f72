/* What the peers of blur need to know of a case. */
#pragma once

#include "peers.h"
#include "real.h"

/* The parameters of blur, in their order. */
enum { PARAM_PASSES, PARAM_WIDTH, PARAM_HEIGHT, PARAM_CHANNELS, PARAM_DEPTH };

struct sheet {
    int width, height, channels, depth, passes;
};

static inline struct sheet sheet_of(const struct tri_case *c)
{
    struct sheet s;
    s.width = (int)c->value[PARAM_WIDTH].integer;
    s.height = (int)c->value[PARAM_HEIGHT].integer;
    s.channels = (int)c->value[PARAM_CHANNELS].integer;
    s.depth = c->value[PARAM_DEPTH].integer ? 16 : 8; /* the index of a choice */
    s.passes = (int)c->value[PARAM_PASSES].integer;
    return s;
}

/* The kernels of blur.cu. */
void tri_blur_cuda(const struct tri_case *there);
void tri_blur_cuda_report(const struct tri_case *there);
