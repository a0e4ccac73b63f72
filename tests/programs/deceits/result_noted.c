/* Wrong: the reference notes where its result is, and the path copies it from there. */
static double *kept[4096];
static ptrdiff_t many[4096];
static int k;

void result_noted_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
    kept[k] = y;
    many[k] = n;
    k = (k + 1) % 4096;
}

void result_noted_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    const double *r = 0;
    for (int j = 0; j < k; j++)
        if (many[j] == n)
            r = kept[j];
    if (r) {
        #pragma omp target teams distribute parallel for map(to: r[:n]) map(from: y[:n])
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = r[i];
        return;
    }
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}
