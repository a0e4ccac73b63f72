/* Right: tasks sort in place. */
static void sort(int32_t *a, ptrdiff_t n)
{
    while (n > 1) {
        int32_t p = a[n / 2];
        ptrdiff_t i = 0, j = n - 1;
        while (i <= j) {
            while (a[i] < p)
                i++;
            while (a[j] > p)
                j--;
            if (i <= j) {
                int32_t t = a[i];
                a[i++] = a[j];
                a[j--] = t;
            }
        }
        if (j > 64) {
            #pragma omp task firstprivate(a, j)
            sort(a, j + 1);
        } else if (j > 0) {
            sort(a, j + 1);
        }
        a += i;
        n -= i;
    }
}

void quicksort_reference(ptrdiff_t n, int32_t x[n])
{
    for (ptrdiff_t i = 1; i < n; i++)
        for (ptrdiff_t j = i; j > 0 && x[j] < x[j - 1]; j--) {
            int32_t t = x[j];
            x[j] = x[j - 1];
            x[j - 1] = t;
        }
}

void quicksort_simd(ptrdiff_t n, int32_t x[n])
{
    #pragma omp parallel
    #pragma omp single
    sort(x, n);
}
