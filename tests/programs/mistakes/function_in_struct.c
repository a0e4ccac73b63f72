/* Wrong: a mapped struct holds the address that a function has on the host. */
#pragma omp declare target
struct op {
    double (*f)(double);
    double by;
};

static double same(double v)
{
    return v;
}

static double minus(double v)
{
    return -v;
}
#pragma omp end declare target

void function_in_struct_reference(ptrdiff_t n, int kind, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = 3 * (kind % 2 ? x[i] : -x[i]);
}

void function_in_struct_offload(ptrdiff_t n, int kind, const double x[n], double y[n])
{
    struct op o = { kind % 2 ? same : minus, 3 };
    #pragma omp target teams distribute parallel for map(to: x[:n], o) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = o.by * o.f(x[i]);
}
