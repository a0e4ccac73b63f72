/*
 * The intrinsics of AVX2 and FMA, and AVX2 before a function that uses them.
 *
 * x86-64 has them, whatever the build is for: the attribute lets one function use these instructions.  On aarch64
 * SIMDe does with NEON what they say, two registers for each of 256 bits.  Elsewhere AVX2 is not defined; nor
 * with TRI_NO_INTRINSICS, nor where clang compiles for a GPU beside an aarch64: its header of NEON fails there.
 */
#pragma once

#if defined(TRI_NO_INTRINSICS) || defined(__CUDACC__)
#elif defined(__x86_64__)
# include <immintrin.h>
# define TRI_INTRINSICS "AVX2"
# if defined(__NVCOMPILER)
#  define AVX2 /* all files have the instructions that -tp names */
# else
#  define AVX2 __attribute__((target("avx2,fma")))
# endif
#elif defined(__aarch64__) && !defined(__NVPTX__) && !defined(__AMDGCN__) && \
    __has_include(<simde/x86/avx2.h>)
# define SIMDE_ENABLE_NATIVE_ALIASES
# include <simde/x86/avx2.h>
# define TRI_INTRINSICS "SIMDe on NEON"
# define AVX2
/* Not simde/x86/fma.h: there an fma of four doubles rounds twice (0.7.4). */
# define OP(op) _mm256_##op##_ps
# define WHOLE __m256
# define NEON(op) op##q_f32
# define HALF __m128
# define HALF_OP(op) _mm_##op##_ps
# include "neon_fma.h"
# define OP(op) _mm256_##op##_pd
# define WHOLE __m256d
# define NEON(op) op##q_f64
# define HALF __m128d
# define HALF_OP(op) _mm_##op##_pd
# include "neon_fma.h"
#endif
