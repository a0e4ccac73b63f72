/* Wrong: target update copies a pointer. On the device it is still an address of the host. */
#pragma omp declare target
const double *table;

static double value(int k)
{
    return table[k];
}
#pragma omp end declare target

static double w[2];

void pointer_updated_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    w[0] = a;
    w[1] = 1;
    table = w;
    #pragma omp target update to(table)
    #pragma omp target teams distribute parallel for map(to: x[:n], w) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = value(0) * x[i] + value(1);
}
