/* Wrong: the device keeps the address of x, and the next call reads there. */
#pragma omp declare target
static const double *last;
static double first;
#pragma omp end declare target

void address_kept_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
    #pragma omp target map(to: x[:n])
    {
        first = last ? last[0] : 0;
        last = x;
    }
}
