/* Wrong, and not seen: an int takes an offset in time of 64 bits. */
void offset_in_int_reference(ptrdiff_t n, int64_t t0, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i] + (double)((t0 + i) % 1000);
}

void offset_in_int_offload(ptrdiff_t n, int64_t t0, const double x[n], double y[n])
{
    int t = (int)t0;
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i] + (double)((t + i) % 1000);
}
