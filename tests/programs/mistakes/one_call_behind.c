/* Wrong: the device gets a number after the region that needs it, so it has the one of the last call. */
#pragma omp declare target
double scale_now;
#pragma omp end declare target

void one_call_behind_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i];
}

void one_call_behind_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    static int first = 1;
    scale_now = a;
    if (first) {
        #pragma omp target update to(scale_now)
        first = 0;
    }
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = scale_now * x[i];
    #pragma omp target update to(scale_now)
}
