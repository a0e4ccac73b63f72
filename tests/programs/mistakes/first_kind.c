/* Wrong: it has another formula for kind 0, the first of an enumeration. */
enum kinds { PLAIN, TWICE, OTHER };

void first_kind_reference(ptrdiff_t n, int kind, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = kind == PLAIN ? x[i] : kind == TWICE ? 2 * x[i] : x[i] + kind;
}

void first_kind_offload(ptrdiff_t n, int kind, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = kind == TWICE ? 2 * x[i] : x[i] + kind + (kind == PLAIN);
}
