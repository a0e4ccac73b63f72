/* Wrong: it sorts in a round less than the worst order needs. */
void rounds_of_sort_reference(int n, const int32_t k[n], int32_t s[n])
{
    for (int i = 0; i < n; i++) {
        int j = i;
        for (; j > 0 && s[j - 1] > k[i]; j--)
            s[j] = s[j - 1];
        s[j] = k[i];
    }
}
void rounds_of_sort_offload(int n, const int32_t k[n], int32_t s[n])
{
    #pragma omp target data map(to: k[:n]) map(from: s[:n])
    {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            s[i] = k[i];
        for (int p = 0; p < n - 1; p++) {
            #pragma omp target teams distribute parallel for
            for (int i = p % 2; i < n - 1; i += 2)
                if (s[i] > s[i + 1]) {
                    int32_t t = s[i];
                    s[i] = s[i + 1];
                    s[i + 1] = t;
                }
        }
    }
}
