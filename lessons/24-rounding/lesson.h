/* Of x = a[i] and y = b[i] as floats: product[i] = x y, rounded to float; rest[i] = what the rounding has taken away,
 * x y - product[i] exactly. */
#include <math.h>
#include <omp.h>
#include <stddef.h>
void products(ptrdiff_t n, const double *a, const double *b, double *product, double *rest);
