/* In each step the host reads new values from an instrument, and the device adds them to the sum. */
#include <omp.h>
#include <stddef.h>
void collect(ptrdiff_t n, int steps, double *values, double *sum);

/* Reads new values into the host's memory. */
void instrument(ptrdiff_t n, double *values);
