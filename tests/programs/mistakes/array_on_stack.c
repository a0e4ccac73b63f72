/* Wrong: its copy of x is a local array, and a stack has room for a million numbers. */
void array_on_stack_reference(ptrdiff_t n, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[n - 1 - i];
}
void array_on_stack_simd(ptrdiff_t n, const double x[n], double y[n])
{
    double t[n];
    for (ptrdiff_t i = 0; i < n; i++)
        t[i] = x[n - 1 - i];
    #pragma omp parallel for simd
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = t[i];
}
