/* Wrong: a region calls a function by the address that it has on the host. */
#pragma omp declare target
static double twice(double v)
{
    return 2 * v;
}

static double half(double v)
{
    return v / 2;
}
#pragma omp end declare target

void function_by_value_reference(ptrdiff_t n, int kind, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = kind % 2 ? 2 * x[i] : x[i] / 2;
}

void function_by_value_offload(ptrdiff_t n, int kind, const double x[n], double y[n])
{
    double (*f)(double) = kind % 2 ? twice : half;
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = f(x[i]);
}
