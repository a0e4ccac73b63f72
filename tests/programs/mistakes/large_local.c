/* Wrong, and not seen: each thread has a local array of 800 kB, and on a GPU at most 512 kB. */
static void scale(ptrdiff_t n, double a, const double *x, double *y)
{
    #pragma omp target teams map(to: x[:n]) map(from: y[:n])
    #pragma omp distribute parallel for
    for (ptrdiff_t i = 0; i < n; i++) {
        volatile double t[100000];
        t[i % 100000] = a * x[i];
        y[i] = t[i % 100000] + 1;
    }
}

void large_local_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    scale(n, a, x, y);
}
