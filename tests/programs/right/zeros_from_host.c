/* Right: the host stores zeros, which map(tofrom:) takes to the device. */
void zeros_from_host_offload(ptrdiff_t n, const uint8_t u[n], int32_t h[256])
{
    for (int k = 0; k < 256; k++)
        h[k] = 0;
    #pragma omp target teams distribute parallel for map(to: u[:n]) map(tofrom: h[:256])
    for (ptrdiff_t i = 0; i < n; i++) {
        #pragma omp atomic
        h[u[i]]++;
    }
}
