/* Right: two regions, each with half of the arrays. */
void sections_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    ptrdiff_t h = n / 2;
    #pragma omp target teams distribute parallel for map(to: x[:h]) map(from: y[:h])
    for (ptrdiff_t i = 0; i < h; i++)
        y[i] = a * x[i] + 1;
    #pragma omp target teams distribute parallel for map(to: x[h:n - h]) map(from: y[h:n - h])
    for (ptrdiff_t i = h; i < n; i++)
        y[i] = a * x[i] + 1;
}
