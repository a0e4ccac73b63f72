/*
 * Molecular dynamics on the CPU: what its variants share.
 *
 * A thread takes cells, and the lanes of a vector take particles of one cell: a cluster.  As on the GPU
 * there are two parts from the variant `first-look` on: `find` lists the candidates that may be near any
 * particle of the cluster; `add` goes through the list and computes in all lanes at once, near or not.  There
 * is no unpredictable branch, and in the expensive part every third lane is useful instead of every seventh.
 *
 * A cluster is one vector and not more, so that fewer lanes compute a candidate that is not near them; `find`
 * can make a list for each cluster, since it tests eight candidates at once.  It tests in float in double
 * precision, too, with a bound that allows for the rounding.
 */
#pragma once

#include "moldyn.h"

/* Doubles on AVX2 have four lanes.  clang unrolls a loop of four before it vectorises, and half of it stays
 * scalar; gcc vectorises a loop of four, but not one of eight. */
#if defined(__clang__)
enum { LEAST_LANES = 8 };
#else
enum { LEAST_LANES = 4 };
#endif

enum {
    LANES_OF_VECTOR = VECTOR_BITS / REAL_BITS,
    WIDEST = LANES_OF_VECTOR > LEAST_LANES ? LANES_OF_VECTOR : LEAST_LANES, /* lanes */
    BLOCK = 16,    /* candidates tested together, at most */
    PART = 512,    /* candidates of a run that are listed at once */
    LISTED = 2048, /* capacity of a list */
    LINE = 64,     /* bytes of a cache line */
};

struct lanes {
    real x[WIDEST], y[WIDEST], z[WIDEST];
};

/* Up to as many particles of one cell as a vector has lanes; further lanes repeat the first. */
struct cluster {
    int size;
    struct lanes at, seen, force; /* seen: `at` relative to the periodic image of the candidates */
    struct {
        float x[WIDEST], y[WIDEST], z[WIDEST];
    } near; /* `seen`, rounded to float */
    real energy[WIDEST];
    real pairs[WIDEST]; /* real, so that a counter is as wide as its lane; small, so exact */
};

/* Coordinates of all sorted particles, each in an array of its own. */
struct sorted {
    real *x, *y, *z;
    float *near_x, *near_y, *near_z; /* rounded to float; in float the same arrays */
};

/* Lists those of candidates first…end-1 that may be near a particle of the cluster; returns how many. */
typedef int32_t find_fn(float reach2, const struct cluster *, const struct sorted *, int32_t first,
                        int32_t end, int32_t *list);

/* Adds the forces of n listed candidates on the cluster; the energy only in the last step. */
typedef void add_fn(bool last, const struct fluid *, struct cluster *, const struct sorted *,
                    const int32_t *list, int32_t n);

/* The same for candidates first…end-1, without a list. */
typedef void add_all_fn(bool last, const struct fluid *, struct cluster *, const struct sorted *,
                        int32_t first, int32_t end);

/* The functions for lanes: by directives, or by intrinsics. */
struct kernels {
    int lanes; /* of a cluster */
    find_fn *find;
    add_fn *add;
    add_all_fn *add_all;
};

/* Adds the forces of all particles around a cell on one of its clusters. */
typedef void around_fn(const struct kernels *, bool last, const struct fluid *,
                       const int32_t *cell_offset, const struct sorted *, struct cell,
                       struct cluster *);

/* How the cells around are processed, by variant, and a run of all steps (moldyn_clusters.c). */
around_fn around_directly, around_by_lists, around_by_one_list;
void moldyn_by_clusters(around_fn *, const struct kernels *, const struct tri_case *);
