/* Sorting in place; a network (Batcher's) compares pairs that have nothing in common, of any number of elements. */
#pragma omp declare target
static void put_in_order(int32_t *x, int i, int k)
{
    int32_t a = x[i], b = x[i + k];
    x[i] = a < b ? a : b;
    x[i + k] = a < b ? b : a;
}
#pragma omp end declare target

void sort_reference(int n, int32_t x[n])
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0; k--)
            put_in_order(x, k - 1, 1);
}

void sort_simd(int n, int32_t x[n])
{
    for (int p = 1; p < n; p *= 2)
        for (int k = p; k > 0; k /= 2) {
            #pragma omp parallel for
            for (int i = k % p; i < n - k; i++)
                if ((i - k % p) / k % 2 == 0 && i / (2 * p) == (i + k) / (2 * p))
                    put_in_order(x, i, k);
        }
}

void sort_offload(int n, int32_t x[n])
{
    #pragma omp target data map(tofrom: x[:n])
    for (int p = 1; p < n; p *= 2)
        for (int k = p; k > 0; k /= 2) {
            #pragma omp target teams distribute parallel for
            for (int i = k % p; i < n - k; i++)
                if ((i - k % p) / k % 2 == 0 && i / (2 * p) == (i + k) / (2 * p))
                    put_in_order(x, i, k);
        }
}
/* wrong, since it takes a power of two for granted: sed '/_offload/,/^}/s/i < n - k/i < n - p/' */
