/*
 * The differences between compilers, in one place.
 *
 * If a compiler lacks what a variant needs, the HAS_ macro is 0: the variant is not compiled, and its row is absent, for the
 * reason in needs.h.  -DCMAKE_C_FLAGS=-DHAS_…=1 compiles it all the same.
 *
 * What is said of nvc comes from its documentation and was not tried (docs/nvc.md).
 */
#pragma once

#include <stdint.h>

/* LLVM's clang, its version; 0 for all other compilers. */
#if defined(__clang__) && !defined(__INTEL_LLVM_COMPILER) && !defined(__NVCOMPILER)
# define CLANG __clang_major__
#else
# define CLANG 0
#endif

/* GCC itself, its version; 0 for compilers that only claim to be compatible. */
#if defined(__GNUC__) && !defined(__clang__) && !defined(__NVCOMPILER)
# define GNU_GCC __GNUC__
#else
# define GNU_GCC 0
#endif

/* A sanitizer's checks, which stand at each access. */
#if !defined(__has_feature)
# define __has_feature(name) 0
#endif
#define CHECKS_ACCESSES (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))

/* Unrolls the following loop n times, so that the array it indexes can be in registers.  With the checks of each step unrolled
 * as well, a file takes minutes to compile. */
#define PRAGMA_OF(text) _Pragma(#text)
#if defined(__NVCOMPILER)
# define UNROLLED(n) PRAGMA_OF(unroll(n))
#elif CHECKS_ACCESSES
# define UNROLLED(n)
#else
# define UNROLLED(n) PRAGMA_OF(GCC unroll n)
#endif

/* The same for a loop that other compilers unroll by themselves, and GCC does not. */
#if GNU_GCC
# define UNROLLED_BY_GCC(n) UNROLLED(n)
#else
# define UNROLLED_BY_GCC(n)
#endif

/* The number of bits of a word that is not 0. */
#pragma omp declare target
#if defined(__NVCOMPILER)
static inline int leading_zeros(uint32_t word)
{
    int n = 0;
    for (; !(word >> 31); word <<= 1)
        n++;
    return n;
}

static inline int trailing_zeros(uint32_t word)
{
    int n = 0;
    for (; !(word & 1); word >>= 1)
        n++;
    return n;
}
#else
static inline int leading_zeros(uint32_t word)
{
    return __builtin_clz(word);
}

static inline int trailing_zeros(uint32_t word)
{
    return __builtin_ctz(word);
}
#endif
#pragma omp end declare target

/* On the host only. */
#if defined(__NVCOMPILER)
static inline int bits_set(uint32_t word)
{
    int n = 0;
    for (; word; word &= word - 1)
        n++;
    return n;
}
#else
static inline int bits_set(uint32_t word)
{
    return __builtin_popcount(word);
}
#endif

/* Device code may use `omp flush`, which teams need to communicate through memory. */
#if !defined(HAS_FLUSH)
# if defined(__NVCOMPILER)
#  define HAS_FLUSH 0
# else
#  define HAS_FLUSH 1
# endif
#endif

/* Teams that have started make progress while others wait for them. */
#if defined(__INTEL_LLVM_COMPILER)
enum { TEAMS_MAY_WAIT = 0 };
#else
enum { TEAMS_MAY_WAIT = 1 };
#endif

/* A thread of a team is a warp of the GPU, not a lane: `simd` distributes its iterations to the lanes.  Of many
 * teams, as many run as the GPU can hold; these then execute the others, each with a new start. */
#if GNU_GCC
enum { THREADS_ARE_WARPS = 1 };
#else
enum { THREADS_ARE_WARPS = 0 };
#endif

/* The threads of a team may meet at barriers in functions and in loops, not only in the body of `parallel`
 * itself, around arrays of the team's and with vectors in registers. */
#if !defined(HAS_TEAM_KERNELS)
# if defined(__NVCOMPILER)
#  define HAS_TEAM_KERNELS 0
# else
#  define HAS_TEAM_KERNELS 1
# endif
#endif

/* Instructions of NVIDIA's GPUs as `asm` in device code (tensor_cores.h). */
#if !defined(HAS_PTX)
# define HAS_PTX (CLANG >= 18)
#endif

/* matmul's `tuned`: clang 14 ends in an error of its backend (in float: "Cannot select: stacksave"). */
#if !defined(HAS_LARGE_BLOCKS)
# if CLANG && CLANG < 15
#  define HAS_LARGE_BLOCKS 0
# else
#  define HAS_LARGE_BLOCKS HAS_TEAM_KERNELS
# endif
#endif

/* blur's tiles, of which a thread has 64 words in registers: gcc, whose teams are too small for them, takes
 * minutes to compile them, and clang 16 had not ended after 18. */
#if !defined(HAS_TILES)
# if GNU_GCC || (CLANG && CLANG < 18)
#  define HAS_TILES 0
# else
#  define HAS_TILES HAS_TEAM_KERNELS
# endif
#endif

/* An array of a thread's that functions get by its address is in registers or on the stack.  clang 16 takes such memory
 * from the device's heap, each time by a call of malloc(): slow, and an illegal access once the heap is full. */
#if !defined(HAS_THREAD_ARRAYS)
# define HAS_THREAD_ARRAYS (!CLANG || CLANG >= 18)
#endif

/* `ompx_attribute`, which clang before 18 ignores, and all clauses behind it. */
#if !defined(HAS_LAUNCH_BOUNDS)
# define HAS_LAUNCH_BOUNDS (CLANG >= 18)
#endif
