/* Right: only one iteration uses sum, and the host reads it behind the loop. */
void one_iteration_reference(int n, const int x[n], int y[n], int64_t edge[1])
{
    edge[0] = 5 + x[0];
    for (int i = 0; i < n; i++)
        y[i] = x[i] / 2;
}
void one_iteration_simd(int n, const int x[n], int y[n], int64_t edge[1])
{
    int64_t sum = 5;
    #pragma omp parallel for
    for (int i = 0; i < n; i++) {
        if (i == 0)
            sum += x[i];
        y[i] = x[i] / 2;
    }
    edge[0] = sum;
}
