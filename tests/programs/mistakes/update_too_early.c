/* Wrong: the host uses what an update with nowait brings, and does not wait for it. */
void update_too_early_offload(ptrdiff_t n, const int32_t x[n], int64_t y[n], int64_t s[1])
{
    #pragma omp target data map(to: x[:n]) map(alloc: y[:n])
    {
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = 2 * (int64_t)x[i];
        #pragma omp target update from(y[:n]) nowait
        int64_t t = 0;
        for (ptrdiff_t i = 0; i < n; i++)
            t += y[i];
        #pragma omp taskwait
        s[0] = t;
    }
}
