/* Wrong: the host reads y before it has waited for the region. */
void host_too_early_offload(ptrdiff_t n, const int32_t x[n], int64_t y[n], int64_t s[1])
{
    int64_t t = 0;
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n]) nowait
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = 2 * (int64_t)x[i];
    for (ptrdiff_t i = 0; i < n; i++)
        t += y[i];
    #pragma omp taskwait
    s[0] = t;
}
