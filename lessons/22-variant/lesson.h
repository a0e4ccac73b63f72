/* b[i] = a[i]^2, in a region that runs on the device if `offload`, else on the host. */
#include <omp.h>
#include <stddef.h>
void squares(int offload, ptrdiff_t n, const double *a, double *b);

/* Two ways to the same number: one that a CPU is good at, one for devices. Each counts where it is called. */
#pragma omp declare target
double square_on_cpu(double x);
double square_on_device(double x);
#pragma omp end declare target
