/*
 * Molecular dynamics on the CPU: what its rungs share.
 *
 * A thread takes cells, and the lanes of a vector take particles of one cell: a cluster.  As on the GPU
 * there are two parts from the rung `first-look` on: find lists the candidates that any of the cluster may
 * feel; add goes through the list, all lanes at once, near or not.  There is no unpredictable branch, and
 * the expensive part has every third lane busy instead of every seventh.
 *
 * A cluster is as small as one vector, so that few lanes are in a candidate's way for nothing; find can
 * make a list for each, since it looks at eight candidates at once.  It does so in float, rounded
 * generously, in double precision too.
 */
#ifndef TRI_TUNED_MOLDYN_CLUSTERS_H
#define TRI_TUNED_MOLDYN_CLUSTERS_H

#include "moldyn.h"

/* Doubles on AVX2 have four lanes.  clang unrolls a loop over four before it looks for vectors, and half of it
 * stays scalar; gcc finds vectors in a loop over four, but not in one over eight. */
#if defined(__clang__)
enum { LEAST_LANES = 8 };
#else
enum { LEAST_LANES = 4 };
#endif

enum {
    LANES_OF_VECTOR = VECTOR_BITS / REAL_BITS,
    WIDEST = LANES_OF_VECTOR > LEAST_LANES ? LANES_OF_VECTOR : LEAST_LANES, /* lanes */
    BLOCK = 16,    /* candidates looked at together, at most */
    PART = 512,    /* of a run that is listed at once */
    LISTED = 2048, /* candidates that a list has room for */
    LINE = 64,     /* bytes of a cache line */
};

struct lanes {
    real x[WIDEST], y[WIDEST], z[WIDEST];
};

/* Up to as many particles of one cell as a vector has lanes; further lanes repeat the first. */
struct cluster {
    int size;
    struct lanes at, seen, force; /* seen: at, from the image that is looked at */
    struct {
        float x[WIDEST], y[WIDEST], z[WIDEST];
    } near; /* seen, rounded */
    real energy[WIDEST];
    real pairs[WIDEST]; /* so that a counter is as wide as its lane; it is small, so exact */
};

/* Coordinates of all sorted particles, each in an array of its own. */
struct sorted {
    real *x, *y, *z;
    float *near_x, *near_y, *near_z; /* rounded; in float the same arrays */
};

/* Lists those of candidates first…end-1 that may be near one of the cluster; returns how many. */
typedef int32_t find_fn(float reach2, const struct cluster *, const struct sorted *, int32_t first,
                        int32_t end, int32_t *list);

/* Adds what n candidates do to the cluster; energy only in the last step. */
typedef void add_fn(bool last, const struct fluid *, struct cluster *, const struct sorted *,
                    const int32_t *list, int32_t n);

/* The same of candidates first…end-1, whoever they are. */
typedef void add_all_fn(bool last, const struct fluid *, struct cluster *, const struct sorted *,
                        int32_t first, int32_t end);

struct kernels;

/* Adds what all particles around a cell do to one of its clusters. */
typedef void around_fn(const struct kernels *, bool last, const struct fluid *,
                       const int32_t *cell_offset, const struct sorted *, struct cell,
                       struct cluster *);

/* A table of what a rung calls. */
struct kernels {
    int lanes; /* of a cluster */
    around_fn *around;
    find_fn *find;
    add_fn *add;
    add_all_fn *add_all;
};

/* Ways around a cell, by rung, and a run of all steps by a table of kernels (moldyn_clusters.c). */
around_fn X(around_directly), X(around_by_lists), X(around_by_one_list);
void X(moldyn_by_clusters)(const struct kernels *, const struct tri_case *);

#endif
