/* -1 % n in C */
void negstride_reference(int n, int k, const double x[n], double y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = x[((i - k) % n + n) % n];
}
void negstride_offload(int n, int k, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (int i = 0; i < n; i++)
        y[i] = x[(i - k + n) % n];
}
