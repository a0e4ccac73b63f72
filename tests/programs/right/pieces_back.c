/* Right: target update brings the result back in pieces. */
void pieces_back_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target data map(to: x[:n]) map(alloc: y[:n])
    {
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = a * x[i] + 1;
        for (ptrdiff_t i = 0; i < n; i += 100) {
            ptrdiff_t m = n - i < 100 ? n - i : 100;
            #pragma omp target update from(y[i:m])
        }
    }
}
