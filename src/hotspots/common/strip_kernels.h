/*
 * How a strip of pixels takes steps (strips.h): by omp simd, and by AVX2 intrinsics.
 *
 * Each function takes the arithmetic as a constant.  The functions of a table of kernels are in the
 * files that include this one.
 */
#pragma once

#include "strips.h"
#include "compiler.h"

/* ---- omp simd ---------------------------------------------------------------------------------
 *
 * The lanes of vectors take the pixels of a strip.  Its arrays are local and of constant length, so that
 * the compiler can keep them in registers; the same source becomes AVX2 or AVX-512.
 */
INLINE int32_t count_bounded(enum arithmetic a, const real *re, const real *im)
{
    int32_t bounded = 0;
    #pragma omp simd reduction(+: bounded)
    for (int lane = 0; lane < STRIP; lane++)
        bounded += is_bounded(a, 0, (struct point){ re[lane], im[lane] });
    return bounded;
}

/* Half a strip at a time: with a counter for each orbit, a whole strip does not fit in the registers. */
enum { HALF = STRIP / 2 };

INLINE void test_half(enum arithmetic a, struct strip s, int32_t n, real *stayed)
{
    real re[HALF], im[HALF], steps[HALF];
    memcpy(re, s.re, sizeof re);
    memcpy(im, s.im, sizeof im);
    memcpy(steps, stayed, sizeof steps);
    for (int32_t i = 1; i <= n; i++) {
        #pragma omp simd
        for (int lane = 0; lane < HALF; lane++) {
            struct point c = { s.c[lane], s.ci }, z = { re[lane], im[lane] };
            z = step_in(a, i, c, z);
            re[lane] = z.re;
            im[lane] = z.im;
            steps[lane] += is_bounded(a, i, z) ? 1 : 0;
        }
    }
    memcpy(s.re, re, sizeof re);
    memcpy(s.im, im, sizeof im);
    memcpy(stayed, steps, sizeof steps);
}

INLINE int32_t test_strip(enum arithmetic a, struct strip s, int32_t n, real *stayed)
{
    struct strip second = { HALF, s.c + HALF, s.re + HALF, s.im + HALF, s.ci };
    test_half(a, s, n, stayed);
    test_half(a, second, n, stayed + HALF);
    return count_bounded(a, s.re, s.im);
}

/* Unrolled by four: with more, compilers take one vector through all four steps before they begin the next;
 * with less, they move registers about at the end of every round. */
INLINE int32_t batch_strip(enum arithmetic a, struct strip s, int32_t done, int32_t to)
{
    int32_t left = count_bounded(a, s.re, s.im);
    for (int32_t n; done < to; done += n) {
        real re[STRIP], im[STRIP];
        memcpy(re, s.re, sizeof re);
        memcpy(im, s.im, sizeof im);
        n = batch_length(done, to);
        for (int32_t i = 0; i < n; i += 4)
            for (int32_t k = 1; k <= 4; k++) {
                #pragma omp simd
                for (int lane = 0; lane < STRIP; lane++) {
                    struct point c = { s.c[lane], s.ci }, z = { re[lane], im[lane] };
                    z = step_in(a, i + k, c, z);
                    re[lane] = z.re;
                    im[lane] = z.im;
                }
            }
        if (count_bounded(a, re, im) != left)
            break;
        memcpy(s.re, re, sizeof re);
        memcpy(s.im, im, sizeof im);
    }
    return done;
}

/* ---- AVX2 and FMA intrinsics --------------------------------------------------------------------
 *
 * The same two by hand, for one vector length.  They are better at keeping z in registers from batch to
 * batch, with six vectors at a time.  The price is this section, and that on processors with 512-bit
 * vectors the section above is faster.
 *
 * AVX2 (real.h) lets a function use these instructions whatever processor the build is for; a run-time check
 * comes before.  `omp parallel` is outside of such functions, in compute_image, since its body becomes a
 * function of its own, which lacks the attribute.
 */
#if defined(AVX2)

AVX2 INLINE struct points step_in_avx2(enum arithmetic a, int32_t i, struct points c,
                                       struct points z)
{
    struct points next;
    vec two = V(set1)(2);
    switch (a) {
    case FUSED: return step_avx2(c, z);
    case LISTING4:
        next.re = V(add)(V(fmsub)(z.re, z.re, V(mul)(z.im, z.im)), c.re);
        next.im = V(fmadd)(two, V(mul)(z.re, z.im), c.im);
        return next;
    case LISTING7:
        next.re = i % 8 == 1 ? V(fmsub)(z.re, z.re, V(mul)(z.im, z.im))
                             : V(sub)(V(mul)(z.re, z.re), V(mul)(z.im, z.im));
        next.re = V(add)(next.re, c.re);
        next.im = PRECISION == TRI_DOUBLE ? V(fmadd)(V(mul)(two, z.re), z.im, c.im)
                                          : V(add)(V(mul)(V(mul)(two, z.re), z.im), c.im);
        return next;
    case PLAIN:
    case COURSEWORK: break;
    }
    next.re = V(add)(V(sub)(V(mul)(z.re, z.re), V(mul)(z.im, z.im)), c.re);
    next.im = V(add)(V(mul)(V(mul)(two, z.re), z.im), c.im);
    return next;
}

/* All ones in the lanes that are still inside the bound. */
AVX2 INLINE vec bounded_avx2(enum arithmetic a, int32_t i, struct points z)
{
    vec im2 = V(mul)(z.im, z.im), four = V(set1)(4);
    bool fused = a == FUSED || a == LISTING4 || (a == LISTING7 && i % 8 == 0);
    vec norm = fused ? V(fmadd)(z.re, z.re, im2) : V(add)(V(mul)(z.re, z.re), im2);
    return a == PLAIN || a == LISTING4 ? V(cmp)(norm, four, _CMP_LE_OQ)
                                       : V(cmp)(norm, four, _CMP_LT_OQ);
}

enum { VECTORS = 6 }; /* of a strip */
_Static_assert(VECTORS *LANES <= STRIP, "a strip holds them");

AVX2 INLINE int32_t count_bounded_avx2(enum arithmetic a, int vectors, const struct points *z)
{
    int32_t bounded = 0;
    for (int k = 0; k < vectors; k++)
        bounded += bits_set((uint32_t)V(movemask)(bounded_avx2(a, 0, z[k])));
    return bounded;
}

AVX2 INLINE void load(struct strip s, int vectors, struct points *c, struct points *z)
{
    for (int k = 0; k < vectors; k++) {
        c[k] = (struct points){ V(loadu)(s.c + k * LANES), V(set1)(s.ci) };
        z[k] = (struct points){ V(loadu)(s.re + k * LANES), V(loadu)(s.im + k * LANES) };
    }
}

AVX2 INLINE void store(struct strip s, int vectors, const struct points *z)
{
    for (int k = 0; k < vectors; k++) {
        V(storeu)(s.re + k * LANES, z[k].re);
        V(storeu)(s.im + k * LANES, z[k].im);
    }
}

enum { HALF_VECTORS = VECTORS / 2 };

AVX2 INLINE int32_t test_half_avx2(enum arithmetic a, struct strip s, int32_t n, real *stayed)
{
    struct points c[HALF_VECTORS], z[HALF_VECTORS];
    vec steps[HALF_VECTORS], one = V(set1)(1);
    load(s, HALF_VECTORS, c, z);
    for (int k = 0; k < HALF_VECTORS; k++)
        steps[k] = V(loadu)(stayed + k * LANES);
    for (int32_t i = 1; i <= n; i++)
        for (int k = 0; k < HALF_VECTORS; k++) {
            z[k] = step_in_avx2(a, i, c[k], z[k]);
            steps[k] = V(add)(steps[k], V(and)(one, bounded_avx2(a, i, z[k])));
            in_turn(&z[k], &z[(k + 1) % HALF_VECTORS]);
        }
    store(s, HALF_VECTORS, z);
    for (int k = 0; k < HALF_VECTORS; k++)
        V(storeu)(stayed + k * LANES, steps[k]);
    return count_bounded_avx2(a, HALF_VECTORS, z);
}

AVX2 INLINE int32_t test_strip_avx2(enum arithmetic a, struct strip s, int32_t n, real *stayed)
{
    enum { HALF_AVX2 = HALF_VECTORS * LANES };
    struct strip second = { HALF_AVX2, s.c + HALF_AVX2, s.re + HALF_AVX2, s.im + HALF_AVX2, s.ci };
    return test_half_avx2(a, s, n, stayed) + test_half_avx2(a, second, n, stayed + HALF_AVX2);
}

AVX2 INLINE int32_t batch_strip_avx2(enum arithmetic a, struct strip s, int32_t done, int32_t to)
{
    struct points c[VECTORS], z[VECTORS], ahead[VECTORS];
    load(s, VECTORS, c, z);
    int32_t left = count_bounded_avx2(a, VECTORS, z);
    for (int32_t n; done < to; done += n) {
        memcpy(ahead, z, sizeof ahead);
        n = batch_length(done, to);
        for (int32_t i = 0; i < n; i += 8)
            for (int32_t step = 1; step <= 8; step++)
                for (int k = 0; k < VECTORS; k++) {
                    ahead[k] = step_in_avx2(a, step, c[k], ahead[k]);
                    in_turn(&ahead[k], &ahead[(k + 1) % VECTORS]);
                }
        if (count_bounded_avx2(a, VECTORS, ahead) != left)
            break;
        memcpy(z, ahead, sizeof z);
    }
    store(s, VECTORS, z);
    return done;
}

#endif
