/*
 * What an NVIDIA GPU from compute capability 8.0 on has for products of matrices in double: tensor cores, and
 * copies into team memory that no thread waits for.
 *
 * C and OpenMP have no words for these, so they are PTX instructions, which clang takes as `asm`.  In code for
 * other devices the functions do nothing, and TENSOR_CORES is 0.
 *
 * The 32 threads of a warp execute these instructions together.  Thread l has of each matrix a fragment: with
 * g = l / 4 and t = l % 4,
 *
 *     a[0], a[1]      A(g, t), A(g + 8, t)                      A: 16 x 4
 *     b               B(t, g)                                   B:  4 x 8
 *     c[0], c[1]      C(g, 2 t), C(g, 2 t + 1)                  C: 16 x 8
 *     c[2], c[3]      C(g + 8, 2 t), C(g + 8, 2 t + 1)
 *
 * An element of C is a chain of fma, in the order of the columns of A, as if fma() were called (the notes of matmul
 * say how that was found).  From compute capability 9.0 on there is an instruction for 16 rows, with twice the
 * rate of that for 8.
 */
#pragma once

#include "compiler.h"

#include <stdint.h>

enum { FRAGMENT_ROWS = 16, FRAGMENT_COLS = 8, FRAGMENT_DEPTH = 4, WARP_LANES = 32 };

#define EACH_TIME static inline __attribute__((always_inline, unused))

#pragma omp declare target

#if HAS_PTX && defined(__NVPTX__) && __CUDA_ARCH__ >= 800

enum { TENSOR_CORES = 1 };

# if __CUDA_ARCH__ >= 900

/* C += A B. */
EACH_TIME void multiply_fragments(const double a[2], double b, double c[4])
{
    __asm__ volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 "
                     "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                     : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
                     : "d"(a[0]), "d"(a[1]), "d"(b));
}

# else

EACH_TIME void multiply_half(double a, double b, double c[2])
{
    __asm__ volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
                     "{%0, %1}, {%2}, {%3}, {%0, %1};"
                     : "+d"(c[0]), "+d"(c[1])
                     : "d"(a), "d"(b));
}

EACH_TIME void multiply_fragments(const double a[2], double b, double c[4])
{
    multiply_half(a[0], b, c);
    multiply_half(a[1], b, c + 2);
}

# endif

/* The address in team memory that is meant by a pointer. */
EACH_TIME uint32_t team_address(const void *pointer)
{
    return (uint32_t)(uintptr_t)(__attribute__((address_space(3))) const void *)pointer;
}

/* Begins to copy 16 bytes to team memory; both addresses are multiples of that. */
EACH_TIME void copy_16_bytes(void *to, const void *from)
{
    __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                     :
                     : "r"(team_address(to)), "l"(from)
                     : "memory");
}

/* What the thread has begun since the last call is a group. */
EACH_TIME void end_group_of_copies(void)
{
    __asm__ volatile("cp.async.commit_group;" ::: "memory");
}

/* Waits for all groups of this thread but the newest. */
EACH_TIME void await_older_copies(void)
{
    __asm__ volatile("cp.async.wait_group 1;" ::: "memory");
}

#else

enum { TENSOR_CORES = 0 };

EACH_TIME void multiply_fragments(const double a[2], double b, double c[4])
{
}
EACH_TIME void copy_16_bytes(void *to, const void *from)
{
}
EACH_TIME void end_group_of_copies(void)
{
}
EACH_TIME void await_older_copies(void)
{
}

#endif

#pragma omp end declare target
