/*
 * Precision: one source, compiled once with REAL_BITS=32 and once with REAL_BITS=64.
 *
 * What linkers and devices see needs a name for each precision: clang names a kernel after file, function and line, and
 * two kernels of one name link silently into one.  So the build writes names.h, in which dot_offload is
 * dot_offload_float or dot_offload_double.  This header comes first in a file, so that all of it agrees.
 *
 * Intrinsics are written V(op), which reads as their own name without prefix and suffix:
 * V(fmadd) is _mm256_fmadd_ps or _mm256_fmadd_pd.
 */
#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#if REAL_BITS == 32
typedef float real;
# define TRI_NAME(name) name##_float
# define FMA(a, b, c) fmaf(a, b, c)
# define ABS(a) fabsf(a)
# define PRECISION TRI_FLOAT
#elif REAL_BITS == 64
typedef double real;
# define TRI_NAME(name) name##_double
# define FMA(a, b, c) fma(a, b, c)
# define ABS(a) fabs(a)
# define PRECISION TRI_DOUBLE
#else
# error "compile this file with REAL_BITS=32 and with REAL_BITS=64"
#endif

/* C takes no `real _Complex`, since `real` is a typedef. */
#if !defined(__cplusplus) && REAL_BITS == 32
typedef float _Complex real_complex;
#elif !defined(__cplusplus)
typedef double _Complex real_complex;
#endif

#include "names.h"

/* For functions that get a constant passed and are only fast once it is folded in. */
#define INLINE static inline __attribute__((always_inline))

/* What `omp simd` is written for: the widest vectors of the build, and 256 bits if those are narrower. */
#if defined(__AVX512F__)
enum { VECTOR_BITS = 512 };
#else
enum { VECTOR_BITS = 256 };
#endif

#include "intrinsics.h"
#if defined(AVX2)
# define LANES (256 / REAL_BITS)
# if REAL_BITS == 32
typedef __m256 vec;
#  define V(op) _mm256_##op##_ps
# else
typedef __m256d vec;
#  define V(op) _mm256_##op##_pd
# endif
#endif
