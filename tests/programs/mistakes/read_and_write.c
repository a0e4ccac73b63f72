/* Wrong: it counts by an atomic read and an atomic write, between which another thread counts, too. */
void read_and_write_offload(ptrdiff_t n, const uint8_t u[n], int32_t h[256])
{
    #pragma omp target data map(to: u[0:n]) map(from: h[0:256])
    {
        #pragma omp target teams distribute parallel for
        for (int k = 0; k < 256; k++)
            h[k] = 0;
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++) {
            int32_t before;
            #pragma omp atomic read
            before = h[u[i]];
            #pragma omp atomic write
            h[u[i]] = before + 1;
        }
    }
}
