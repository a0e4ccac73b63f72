/* Wrong, and not seen: it counts in float, which stands still at 2^24. */
void float_counter_reference(ptrdiff_t n, const double x[n], int64_t s[1])
{
    s[0] = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        s[0] += x[i] > 0;
}

void float_counter_offload(ptrdiff_t n, const double x[n], int64_t s[1])
{
    float c = 0;
    #pragma omp target teams distribute parallel for map(to: x[:n]) reduction(+: c)
    for (ptrdiff_t i = 0; i < n; i++)
        c += x[i] > 0;
    int64_t sum = (int64_t)c;
    #pragma omp target map(from: s[:1])
    s[0] = sum;
}
