/* Wrong: all numbers are there, the last one first. */
/* Said: which are the right ones in another order */
void backwards_simd(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp parallel for simd
    for (ptrdiff_t i = 0; i < n; i++)
        y[n - 1 - i] = a * x[i] + 1;
}
