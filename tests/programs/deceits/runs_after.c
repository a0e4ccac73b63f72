/* Wrong: a result is wrong, and a function that runs at the end says that all went well. */
#include <stdio.h>
#include <unistd.h>

__attribute__((destructor)) static void leave(void)
{
    fflush(stdout);
    _exit(0);
}

void runs_after_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 2;
}
