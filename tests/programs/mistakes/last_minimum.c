/* Wrong: of two equal minima it takes the last one (<= for <). */
void last_minimum_reference(ptrdiff_t n, const double x[n], int64_t at[1])
{
    ptrdiff_t k = 0;
    for (ptrdiff_t i = 1; i < n; i++)
        if (x[i] < x[k])
            k = i;
    at[0] = k;
}

void last_minimum_offload(ptrdiff_t n, const double x[n], int64_t at[1])
{
    #pragma omp target map(to: x[:n]) map(from: at[:1])
    {
        ptrdiff_t k = 0;
        for (ptrdiff_t i = 1; i < n; i++)
            if (x[i] <= x[k])
                k = i;
        at[0] = k;
    }
}
