/* tasks for the halves, and nothing makes the last one wait for them */
void taskorder_reference(int n, const double x[n], double y[n], double ends[2])
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
    ends[0] = y[0];
    ends[1] = y[n - 1];
}
void taskorder_simd(int n, const double x[n], double y[n], double ends[2])
{
    #pragma omp parallel
    #pragma omp single
    {
        #pragma omp task depend(out: y[0])
        for (int i = 0; i < n / 2; i++)
            y[i] = 2 * x[i];
        #pragma omp task depend(out: y[n - 1])
        for (int i = n / 2; i < n; i++)
            y[i] = 2 * x[i];
        #pragma omp task depend(in: y[0])
        {
            ends[0] = y[0];
            ends[1] = y[n - 1];
        }
    }
}
