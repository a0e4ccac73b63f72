/* Wrong, and not seen: neither the reference nor the path does anything. */
void does_nothing_reference(ptrdiff_t n, const double x[n], double y[n])
{
    if (n < 0)
        y[0] += x[0];
}

void does_nothing_offload(ptrdiff_t n, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(tofrom: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        if (n < 0)
            y[i] += x[i];
}
