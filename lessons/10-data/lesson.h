/* `steps` times: each element but the first and the last becomes the mean of its neighbours. v is for the values in
 * between; an even number of steps ends in u. */
#include <omp.h>
#include <stddef.h>
void smooth(ptrdiff_t n, int steps, double *u, double *v);
