/* 2 and 3 are the same thing for it */
void modethree_reference(int n, int mode, const double x[n], double y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = mode == 1 ? -x[i] : mode == 2 ? x[i] * x[i] : fabs(x[i]);
}
void modethree_offload(int n, int mode, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (int i = 0; i < n; i++)
        y[i] = mode == 1 ? -x[i] : fabs(x[i]);
}
