/* taskwait is for tasks of its own, and not for theirs */
static void half(int n, const double *x, double *y)
{
    #pragma omp task
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}
void taskchild_reference(int n, const double x[n], double y[n], double last[1])
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
    last[0] = y[n - 1];
}
void taskchild_simd(int n, const double x[n], double y[n], double last[1])
{
    #pragma omp parallel
    #pragma omp single
    {
        #pragma omp task
        half(n / 2, x, y);
        #pragma omp task
        half(n - n / 2, x + n / 2, y + n / 2);
        #pragma omp taskwait
        last[0] = y[n - 1];
    }
}
