/* Wrong: a mapped struct points to a local array, which is not mapped. */
struct table {
    const double *w;
    ptrdiff_t n;
};

void local_by_pointer_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    double w[2] = { a, 1 };
    struct table all = { w, n };
    #pragma omp target teams distribute parallel for map(to: x[:n], all) map(from: y[:n])
    for (ptrdiff_t i = 0; i < all.n; i++)
        y[i] = all.w[0] * x[i] + all.w[1];
}
