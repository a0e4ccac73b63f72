/* Wrong: it makes 32 steps at most. */
void room_for_32_steps_reference(ptrdiff_t n, int steps, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i];
    for (int s = 0; s < steps; s++)
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = 0.5 * y[i] + s;
}

void room_for_32_steps_offload(ptrdiff_t n, int steps, const double x[n], double y[n])
{
    double w[32];
    for (int s = 0; s < steps && s < 32; s++)
        w[s] = s;
    #pragma omp target teams distribute parallel for map(to: x[:n], w) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++) {
        double v = x[i];
        for (int s = 0; s < steps && s < 32; s++)
            v = 0.5 * v + w[s];
        y[i] = v;
    }
}
