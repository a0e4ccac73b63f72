/* Right: reference and region call the same function of declare target. */
#pragma omp declare target
static double apply(int kind, double v)
{
    switch (kind % 3) {
    case 0: return 2 * v;
    case 1: return v / 2;
    default: return -v;
    }
}
#pragma omp end declare target

void shared_function_reference(ptrdiff_t n, int kind, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = apply(kind, x[i]);
}

void shared_function_offload(ptrdiff_t n, int kind, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = apply(kind, x[i]);
}
