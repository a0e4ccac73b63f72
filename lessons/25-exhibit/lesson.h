/* A hotspot told three ways. x[i] begins at 0; in each step x = x^2 + c with one rounding (fma), where c = shift[i] / 64.
 * After `steps` of them, or when |x| > 2, x[i] stays. To be had with the same bits from all three. */
#include <math.h>
#include <omp.h>
#include <stddef.h>
void reference(ptrdiff_t n, int steps, const double *shift, double *x); /* as plain as it can be */
void threads(ptrdiff_t n, int steps, const double *shift, double *x);   /* the threads of the CPU */
void offload(ptrdiff_t n, int steps, const double *shift, double *x);   /* the device */

/* Multiplications and additions of one run, if nobody stops before the end: an fma is two. */
double work(ptrdiff_t n, int steps);
