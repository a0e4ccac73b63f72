/* Wrong, and not seen: a negative shift leads out of the array (% of a negative number). */
void negative_shift_reference(ptrdiff_t n, ptrdiff_t shift, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[((i + shift) % n + n) % n];
}

void negative_shift_offload(ptrdiff_t n, ptrdiff_t shift, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[(i + shift) % n];
}
