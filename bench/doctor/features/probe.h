/* What the probes share.  Each of them is a program of its own, of one feature; its first line says since which
 * OpenMP, and what.  By hand: clang -fopenmp --offload-arch=native collapse.c && ./a.out */
#pragma once

#include <omp.h>
#include <stdbool.h>
#include <stdio.h>

enum { N = 1009 }; /* a prime: no loop ends with a vector, a warp or a team */

/* Makes a[i] what i is, for all of them. */
static inline void count_up(int *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = i;
}

/* The last line of a probe: where its regions ran, and whether all values are right. */
static inline int probe_says(int on_host, bool right)
{
    printf("probe: %s, %s\n", on_host ? "host" : "device", right ? "right" : "wrong");
    return on_host || !right;
}

/* Whether a[i] is factor * i + offset, for all of them. */
static inline bool is_line(const int *a, int n, int factor, int offset)
{
    for (int i = 0; i < n; i++)
        if (a[i] != factor * i + offset)
            return false;
    return true;
}
