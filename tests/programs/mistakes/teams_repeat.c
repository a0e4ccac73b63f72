/* Wrong: without distribute each team does all of the work. */
void teams_repeat_reference(ptrdiff_t n, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = y[i] > x[i] ? y[i] : x[i];
}

static void take_larger(ptrdiff_t n, const double *x, double *y)
{
    #pragma omp target teams map(to: x[:n]) map(tofrom: y[:n])
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = y[i] > x[i] ? y[i] : x[i];
}

void teams_repeat_offload(ptrdiff_t n, const double x[n], double y[n])
{
    take_larger(n, x, y);
}
