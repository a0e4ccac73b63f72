/* b[i] = a[i]^2 + c[i]: the device squares; meanwhile the host reads c from a file. */
#include <omp.h>
#include <stddef.h>
void squares(ptrdiff_t n, const double *a, double *b, double *c);

/* Reads n numbers of a file into the host's memory. */
void read_file(ptrdiff_t n, double *c);
