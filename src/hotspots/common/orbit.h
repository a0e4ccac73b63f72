/*
 * Orbits of z^2 + c: the arithmetic that mandelbrot.c and julia.c share.
 *
 * FMA(a, b, c) is a * b + c in one instruction (fused multiply-add).  Written a * b + c, the product is rounded,
 * and then the sum; FMA rounds once, so its last bit may differ.  Near the edge of a set such a difference grows
 * with each step, until the pixel has another value.  So all paths use FMA in the same places, and no compiler
 * may put it anywhere else (-ffp-contract=off).
 */
#pragma once

#include "real.h"

#include <stdint.h>

struct point {
    real re, im;
};

/* `declare target`: what stands between these two lines is compiled for the device as well, since
 * regions call it. */
#pragma omp declare target

/* Where pixel number `index` lies on an axis; `pixel` is the distance from one to the next.  (Through
 * 32 bits, since AVX2 cannot convert 64.) */
INLINE real coordinate(real pixel, real first, ptrdiff_t index)
{
    return FMA((real)(int32_t)index, pixel, first);
}

/* z^2 + c in four instructions.  The real part takes two fma.  The imaginary part takes an addition, re + re, which is
 * exact, and an fma; it comes first, since its result can then take the register of re + re. */
INLINE struct point next_point(struct point c, struct point z)
{
    struct point next;
    next.im = FMA(z.re + z.re, z.im, c.im);
    next.re = FMA(z.re, z.re, FMA(-z.im, z.im, c.re));
    return next;
}

/* |z|^2: comparing squares needs no square root. */
INLINE real norm_of(struct point z)
{
    return FMA(z.re, z.re, z.im * z.im);
}

#pragma omp end declare target

#if defined(AVX2)

/* The same for LANES orbits side by side. */
struct points {
    vec re, im;
};

AVX2 INLINE struct points step_avx2(struct points c, struct points z)
{
    struct points next;
    next.im = V(fmadd)(V(add)(z.re, z.re), z.im, c.im);
    next.re = V(fmadd)(z.re, z.re, V(fnmadd)(z.im, z.im, c.re));
    return next;
}

AVX2 INLINE vec norm_avx2(struct points z)
{
    return V(fmadd)(z.re, z.re, V(mul)(z.im, z.im));
}

/* By itself a compiler begins a step of all vectors at once, and then lacks registers to finish any of them.  This is no
 * instruction; it only claims to change this z and the next, so that the step of one is complete before that of
 * the next begins.  On Arm a vec is no register. */
# if defined(__x86_64__)
AVX2 INLINE void in_turn(struct points *z, struct points *next)
{
    __asm__ volatile("" : "+x"(z->re), "+x"(z->im), "+x"(next->re), "+x"(next->im));
}
# else
INLINE void in_turn(struct points *z, struct points *next)
{
}
# endif

#endif
