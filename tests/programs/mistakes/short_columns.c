/* Wrong: columns are kept in 16 bits, and the reference takes 32. */
#include <stdlib.h>

void short_columns_reference(ptrdiff_t n, const int32_t c[n], const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[c[i]];
}

void short_columns_offload(ptrdiff_t n, const int32_t c[n], const double x[n], double y[n])
{
    uint16_t *s = malloc((size_t)n * sizeof *s);
    for (ptrdiff_t i = 0; i < n; i++)
        s[i] = (uint16_t)c[i];
    #pragma omp target teams distribute parallel for map(to: s[:n], x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[s[i]];
    free(s);
}
