/* Right: tasks for blocks depend on those above and to the left. */
enum { B = 16 };

void blocks_in_order_reference(ptrdiff_t n, const double x[n * n], double y[n * n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        for (ptrdiff_t j = 0; j < n; j++)
            y[i * n + j] =
                x[i * n + j] + ((i ? y[(i - 1) * n + j] : 0) + (j ? y[i * n + j - 1] : 0)) / 2;
}

void blocks_in_order_simd(ptrdiff_t n, const double x[n * n], double y[n * n])
{
    #pragma omp parallel
    #pragma omp single
    for (ptrdiff_t bi = 0; bi < n; bi += B)
        for (ptrdiff_t bj = 0; bj < n; bj += B) {
            const double *up = bi ? &y[(bi - B) * n + bj] : x, *left = bj ? &y[bi * n + bj - B] : x;
            #pragma omp task depend(in: up[0], left[0]) depend(out: y[bi * n + bj])
            for (ptrdiff_t i = bi; i < n && i < bi + B; i++)
                for (ptrdiff_t j = bj; j < n && j < bj + B; j++)
                    y[i * n + j] = x[i * n + j] +
                                   ((i ? y[(i - 1) * n + j] : 0) + (j ? y[i * n + j - 1] : 0)) / 2;
        }
}
