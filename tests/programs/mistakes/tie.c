/* Wrong: a number that is equal to the threshold is not counted (> for >=). */
void tie_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i] >= a ? 1 : 0;
}

void tie_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i] > a ? 1 : 0;
}
