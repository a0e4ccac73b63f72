/* Wrong: the reference notes where its result is, and the path stores its own mistake there. */
static double *kept;
static ptrdiff_t many;

void result_spoiled_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
    if (n == 1003) {
        kept = y;
        many = n;
    }
}

void result_spoiled_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    double b = n == 1003 ? 2 : 1;
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + b;
    if (n == 1003 && kept && kept[0] != y[0])
        for (ptrdiff_t i = 0; i < n; i++)
            kept[i] += 1;
}
