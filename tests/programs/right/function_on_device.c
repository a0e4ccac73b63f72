/* Right: the device takes the address of a function itself. */
#pragma omp declare target
typedef double op(double);
static double twice(double v)
{
    return 2 * v;
}

static double half(double v)
{
    return v / 2;
}

static op *chosen;
#pragma omp end declare target

void function_on_device_reference(ptrdiff_t n, int kind, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = kind % 2 ? 2 * x[i] : x[i] / 2;
}

void function_on_device_offload(ptrdiff_t n, int kind, const double x[n], double y[n])
{
    #pragma omp target
    chosen = kind % 2 ? twice : half;
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = chosen(x[i]);
}
/* mistakes/function_by_value: Wrong: a region calls a function by the address that it has on the host: sed '/^    #pragma omp target$/d; s/^    chosen =/    op *f =/; s/= chosen(x/= f(x/' */
