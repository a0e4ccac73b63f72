/* Wrong: it makes two steps if it is asked for one. */
void one_step_reference(ptrdiff_t n, int steps, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i];
    for (int s = 0; s < steps; s++)
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = 0.5 * y[i] + 1;
}

void one_step_offload(ptrdiff_t n, int steps, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++) {
        double v = 0.5 * (0.5 * x[i] + 1) + 1;
        for (int s = 2; s < steps; s++)
            v = 0.5 * v + 1;
        y[i] = v;
    }
}
