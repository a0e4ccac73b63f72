/* Wrong: one number of the inputs is kept from the first call on. */
/* Said: after other cases, but not as the first */
void input_of_first_call_reference(ptrdiff_t n, double s, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = s * x[i] + x[0];
}

void input_of_first_call_offload(ptrdiff_t n, double s, const double x[n], double y[n])
{
    static double first;
    static int known;
    if (!known) {
        first = x[0];
        known = 1;
    }
    double f = first;
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = s * x[i] + f;
}
