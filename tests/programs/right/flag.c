/* Right: threads wait for a flag, which is read with acquire. */
void flag_simd(ptrdiff_t n, double a, const double x[n], double y[n])
{
    double w[2];
    int ready = 0;
    #pragma omp parallel
    {
        #pragma omp masked
        {
            w[0] = a;
            w[1] = 1;
            #pragma omp atomic write release
            ready = 1;
        }
        int is;
        do {
            #pragma omp atomic read acquire
            is = ready;
        } while (!is);
        #pragma omp for
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = w[0] * x[i] + w[1];
    }
}
