/* n products, i = 0, 1, ...: C = A B, where A is SIZE x LENGTH numbers from a[i * SIZE * LENGTH] on, B is LENGTH x SIZE from
 * b[i * LENGTH * SIZE] on, and C is SIZE x SIZE from c[i * SIZE * SIZE] on, all row by row. */
#include <math.h>
#include <omp.h>
#include <stddef.h>
void products(ptrdiff_t n, const double *a, const double *b, double *c);

enum { SIZE = 8, LENGTH = 12, DEPTH = 4, LANES = 32 };

/* What a lane has of A, B and C. */
struct lane {
    double a, b, c[2];
};

#pragma omp declare target
/* To be asked in a region, of the device that it runs on. */
int has_tensor_cores(void);

/* C += A B, with DEPTH columns of A and rows of B.  To be called by a team outside of its parallel regions: it is one of its
 * own, with a thread for each lane. */
void multiply_fragments(struct lane lane[LANES]);
#pragma omp end declare target
