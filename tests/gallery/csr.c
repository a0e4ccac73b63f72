/* A sparse matrix by rows (CSR) times a vector. */
#include <triptych/hotspot.h>

#pragma omp declare target
static double row(const int *start, const int *column, const double *value, const double *x, int i)
{
    double sum = 0;
    for (int k = start[i]; k < start[i + 1]; k++)
        sum += value[k] * x[column[k]];
    return sum;
}
#pragma omp end declare target

void csr_reference(int n, int entries, const int start[n + 1], const int column[entries], const double value[entries], const double x[n], double y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = row(start, column, value, x, i);
}

void csr_simd(int n, int entries, const int start[n + 1], const int column[entries], const double value[entries], const double x[n], double y[n])
{
    #pragma omp parallel for schedule(dynamic, 64)
    for (int i = 0; i < n; i++)
        y[i] = row(start, column, value, x, i);
}

void csr_offload(int n, int entries, const int start[n + 1], const int column[entries], const double value[entries], const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: start[:n + 1], column[:entries], \
        value[:entries], x[:n]) map(from: y[:n])
    for (int i = 0; i < n; i++)
        y[i] = row(start, column, value, x, i);
}

const struct tri_hotspot csr = {
    .params = { { "entries", "that are not zero", .initial = 5000, .min = 1, .max = 1e9 } },
    .operands = { { "start", .fill = tri_fill_offsets, .below = "entries" },
                  { "column", .fill = tri_fill_scattered, .below = "n" } },
};
/* wrong, since it leaves out the last offset: sed 's/start\[:n + 1\]/start[:n]/' */
