/* Right: four chunks, each a region with nowait, and a taskwait. */
void chunks_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    ptrdiff_t size = (n + 3) / 4;
    for (ptrdiff_t c = 0; c < n; c += size) {
        ptrdiff_t m = n - c < size ? n - c : size;
        #pragma omp target teams distribute parallel for map(to: x[c:m]) map(from: y[c:m]) nowait
        for (ptrdiff_t i = c; i < c + m; i++)
            y[i] = a * x[i] + 1;
    }
    #pragma omp taskwait
}
