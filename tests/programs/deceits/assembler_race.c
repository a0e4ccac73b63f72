/* Wrong: threads share t, which is stored and loaded in assembly language. */
void assembler_race_simd(ptrdiff_t n, const double x[n], double y[n])
{
    double t = 0, *p = &t;
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++) {
        double v = x[i];
        __asm__ volatile("movsd %1, (%2)\n\tmovsd (%2), %0"
                         : "=x"(v)
                         : "x"(x[i]), "r"(p)
                         : "memory");
        y[i] = x[i] * v;
    }
}
