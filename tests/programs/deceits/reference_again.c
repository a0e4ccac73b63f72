/* Wrong, and not seen: the path is the reference. */
void reference_again_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}

void reference_again_avx2(ptrdiff_t n, double a, const double x[n], double y[n])
{
    reference_again_reference(n, a, x, y);
}
