/* Wrong: a table that depends on a goes to the device in the first call only. */
void table_of_first_call_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    static double w[2];
    static int there;
    w[0] = a;
    w[1] = 1;
    if (!there) {
        #pragma omp target enter data map(to: w)
        there = 1;
    }
    #pragma omp target teams distribute parallel for map(to: x[:n], w) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = w[0] * x[i] + w[1];
}
