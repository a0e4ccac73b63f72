/*
 * Peers of mandelbrot: a CUDA kernel as good as we can write it, and the programs of report A that this
 * hotspot is compared with: its listing 1 with another guard, 4 (AVX2) and 7 (CUDA).  These three
 * compute cases of listings, and are peers of that as well.
 */
#include "mandelbrot_peers.h"

#include <complex.h>

/* ---- Listing 1 with the guard on the square ----------------------------------------------------
 *
 * The path origin with one change: comparing |z|^2 with 4 needs no square root.  That saves little,
 * compared with the complex power.
 */
static void norm_guard(const struct tri_case *c)
{
    struct view v = view_of(c);
    int32_t *count = c->operand[0];
    for (ptrdiff_t row = 0; row < v.height; row++)
        for (ptrdiff_t col = 0; col < v.width; col++) {
            double re = FMA((real)col, v.step_re, v.xmin), im = FMA((real)row, v.step_im, v.ymin);
            double complex at = re + im * I, z = 0;
            int32_t i = 1;
            for (; i <= v.iterations; i++) {
                z = cpow(z, 2) + at;
                if (creal(z) * creal(z) + cimag(z) * cimag(z) >= 4)
                    break;
            }
            count[row * v.width + col] = i <= v.iterations ? i : 0;
        }
}

/* ---- Listing 4: AVX2 and FMA intrinsics, in threads -------------------------------------------
 *
 * One vector of pixels at a time, a test after every step, until all its lanes have escaped: each
 * step waits for the one before.  Only the faults of report A's program are corrected: it stores to
 * unaligned memory as if it were aligned, writes past the end of a row whose length is not a multiple of
 * the lanes, and lets a lane that has escaped come back.
 */
#if defined(AVX2)

/* Integers as wide as a lane, to count its steps.  A mask is -1 in the lanes that are still bounded, so
 * subtracting it adds one. */
# if REAL_BITS == 32
typedef int32_t lane_count;
#  define AS_INTEGERS _mm256_castps_si256
#  define SUBTRACT _mm256_sub_epi32
# else
typedef int64_t lane_count;
#  define AS_INTEGERS _mm256_castpd_si256
#  define SUBTRACT _mm256_sub_epi64
# endif

/* For how many steps each lane is within the bound. */
AVX2 INLINE __m256i steps_within(int32_t iterations, vec c_re, vec c_im)
{
    vec z_re = V(setzero)(), z_im = V(setzero)(), two = V(set1)(2), four = V(set1)(4);
    vec bounded = V(cmp)(c_re, c_re, _CMP_TRUE_UQ);
    __m256i steps = _mm256_setzero_si256();
    for (int32_t i = 1; i <= iterations; i++) {
        vec square = V(fmsub)(z_re, z_re, V(mul)(z_im, z_im));
        z_im = V(fmadd)(two, V(mul)(z_re, z_im), c_im);
        z_re = V(add)(square, c_re);
        vec norm = V(fmadd)(z_re, z_re, V(mul)(z_im, z_im));
        bounded = V(and)(bounded, V(cmp)(norm, four, _CMP_LE_OQ));
        if (V(movemask)(bounded) == 0)
            break;
        steps = SUBTRACT(steps, AS_INTEGERS(bounded));
    }
    return steps;
}

AVX2 static void listing4_row(struct view v, ptrdiff_t row, int32_t *count)
{
    real re[LANES];
    lane_count steps[LANES];
    vec c_im = V(fmadd)(V(set1)((real)row), V(set1)(v.step_im), V(set1)(v.ymin));
    for (ptrdiff_t col = 0; col < v.width; col += LANES) {
        for (int lane = 0; lane < LANES; lane++)
            re[lane] = (real)(col + lane);
        vec c_re = V(fmadd)(V(loadu)(re), V(set1)(v.step_re), V(set1)(v.xmin));
        _mm256_storeu_si256((__m256i *)steps, steps_within(v.iterations, c_re, c_im));
        for (int lane = 0; lane < LANES && col + lane < v.width; lane++)
            count[col + lane] = steps[lane] < v.iterations ? (int32_t)steps[lane] + 1 : 0;
    }
}

static void listing4(const struct tri_case *c)
{
    struct view v = view_of(c);
    int32_t *count = c->operand[0];
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < v.height; row++)
        listing4_row(v, row, count + row * v.width);
}

#else
# define listing4 NULL
#endif

/* ---- The descriptions ------------------------------------------------------------------------- */

const struct tri_peer mandelbrot_peers[] = {
    {
        .contender = { .peer = "norm-guard",
                       .path = TRI_ORIGIN,
                       .threads = 1,
                       .may_differ = true,
                       .run = PRECISION == TRI_DOUBLE ? norm_guard : NULL },
        .meaning = "report A's listing 1 with norm(z) >= 4 in place of abs(z) >= 2",
        .hotspot = "mandelbrot",
        .as = "listings",
    },
    {
        .contender = { .peer = "avx2-report", .path = TRI_AVX2, .run = listing4 },
        .meaning = "report A's AVX2 program, listing 4",
        .hotspot = "mandelbrot",
        .as = "listings",
        .fixed = "arithmetic=listing4",
    },
    {
        .contender = { TRI_CUDA_PEER("cuda", tri_mandelbrot_cuda), .as_tuned = true },
        .meaning = "a CUDA kernel, as good as we can write it",
        .hotspot = "mandelbrot",
    },
    {
        .contender = { TRI_CUDA_PEER("cuda-listing7", tri_mandelbrot_cuda_listing7),
                       .may_differ = true }, /* its compiler decides what is fused */
        .meaning = "report A's CUDA kernel, listing 7",
        .hotspot = "mandelbrot",
        .as = "listings",
        .fixed = "arithmetic=listing7",
        .only = "iterations=1000",
    },
    { .meaning = NULL },
};
