/* b[i] = a[i] / 2, an element to a thread, in teams of `size` threads; *teams: how many there were, *limit: how many
 * threads each may have, as the region has found out. */
#include <omp.h>
#include <stddef.h>
void halve(ptrdiff_t n, int size, const double *a, double *b, int *teams, int *limit);
