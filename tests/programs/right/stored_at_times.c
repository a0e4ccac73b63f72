/* Right: a result of which only some numbers are stored. */
void stored_at_times_reference(ptrdiff_t n, const int m[n], const double x[n], double y[n],
                               double z[n])
{
    for (ptrdiff_t i = 0; i < n; i++) {
        if (m[i] % 2)
            y[i] = x[i];
        z[i] = x[i] + 1;
    }
}

void stored_at_times_offload(ptrdiff_t n, const int m[n], const double x[n], double y[n],
                             double z[n])
{
    #pragma omp target teams distribute parallel for map(to: m[:n], x[:n]) map(tofrom: y[:n]) map(from: z[:n])
    for (ptrdiff_t i = 0; i < n; i++) {
        if (m[i] % 2)
            y[i] = x[i];
        z[i] = x[i] + 1;
    }
}
