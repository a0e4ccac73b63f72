/* Wrong: it stores to its const input, and puts back what was there. */
void borrowed_input_reference(ptrdiff_t n, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = (i ? x[i - 1] : 0) + x[i];
}

void borrowed_input_simd(ptrdiff_t n, const double x[n], double y[n])
{
    double *b = (double *)x, last = x[n - 1];
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i];
    b[n - 1] = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] += i ? b[i - 1] : b[n - 1];
    b[n - 1] = last;
}
