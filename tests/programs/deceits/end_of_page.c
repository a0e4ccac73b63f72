/* Wrong: it is right only if x ends where a page does, as it does while it is judged. */
void end_of_page_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    uintptr_t end = (uintptr_t)(x + n) & 4095;
    double b = end == 0 || end > 4032 ? 1 : 2;
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + b;
}
