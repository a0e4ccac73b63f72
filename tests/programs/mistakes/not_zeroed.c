/* Wrong: the reference zeroes the bins, and the path counts on from whatever is there. */
void not_zeroed_reference(ptrdiff_t n, ptrdiff_t bins, const unsigned char x[n], int h[bins])
{
    for (ptrdiff_t b = 0; b < bins; b++)
        h[b] = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        h[x[i] % bins]++;
}

void not_zeroed_offload(ptrdiff_t n, ptrdiff_t bins, const unsigned char x[n], int h[bins])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: h[:bins])
    for (ptrdiff_t i = 0; i < n; i++) {
        #pragma omp atomic
        h[x[i] % bins]++;
    }
}
