/* Where the largest number is. */
void argmax_reference(int n, const real x[n], int at[1])
{
    at[0] = 0;
    for (int i = 1; i < n; i++)
        if (x[i] > x[at[0]])
            at[0] = i;
}

void argmax_simd(int n, const real x[n], int at[1])
{
    real largest = -INFINITY;
    int first = n;
    #pragma omp parallel for simd reduction(max: largest)
    for (int i = 0; i < n; i++)
        largest = x[i] > largest ? x[i] : largest;
    #pragma omp parallel for simd reduction(min: first)
    for (int i = 0; i < n; i++)
        first = x[i] == largest && i < first ? i : first;
    at[0] = first;
}

void argmax_offload(int n, const real x[n], int at[1])
{
    real largest = -INFINITY;
    int first = n;
    #pragma omp target data map(to: x[:n]) map(from: at[:1])
    {
        #pragma omp target teams distribute parallel for reduction(max: largest) map(tofrom: largest)
        for (int i = 0; i < n; i++)
            largest = x[i] > largest ? x[i] : largest;
        #pragma omp target teams distribute parallel for reduction(min: first) map(tofrom: first)
        for (int i = 0; i < n; i++)
            first = x[i] == largest && i < first ? i : first;
        #pragma omp target
        at[0] = first;
    }
}
/* wrong, since it leaves a scalar on the device: sed 's/map(tofrom: largest)/map(to: largest)/' */
