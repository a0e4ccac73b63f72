/* Wrong: a result is wrong, and it defines tri_find() itself, by which that would be noted. */
void note_nothing(void *audit, int kind, int operand, const char *format, ...) __asm__("tri_find")
    __attribute__((weak, visibility("default")));

void note_nothing(void *audit, int kind, int operand, const char *format, ...)
{
}

void own_tri_find_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}

void own_tri_find_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = 7;
}
