/* Wrong, and not seen: from the 1001st call on, it adds 2 instead of 1. */
#pragma omp declare target
static int calls;
#pragma omp end declare target

void after_1000_calls_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target
    calls++;
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + (calls > 1000 ? 2 : 1);
}
