/* Right: a constant table goes to the device in the first call, and stays there. */
void constants_kept_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    static const double one[4] = { 1, 1, 1, 1 };
    static int there;
    if (!there) {
        #pragma omp target enter data map(to: one)
        there = 1;
    }
    #pragma omp target teams distribute parallel for map(to: x[:n], one) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + one[i % 4];
}
