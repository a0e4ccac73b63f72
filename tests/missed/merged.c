/* each thread counts for itself, and nothing protects the sum */
void merged_reference(int n, const unsigned char x[n], int count[256])
{
    for (int b = 0; b < 256; b++)
        count[b] = 0;
    for (int i = 0; i < n; i++)
        count[x[i]]++;
}
void merged_simd(int n, const unsigned char x[n], int count[256])
{
    for (int b = 0; b < 256; b++)
        count[b] = 0;
    #pragma omp parallel
    {
        int own[256] = { 0 };
        #pragma omp for nowait
        for (int i = 0; i < n; i++)
            own[x[i]]++;
        for (int b = 0; b < 256; b++)
            count[b] += own[b];
    }
}
