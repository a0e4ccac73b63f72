/* a local array stays on the device */
void localleft_reference(int n, const double x[n + 2], double y[n])
{
    double w[3] = { 0.25, 0.5, 0.25 };
    for (int i = 0; i < n; i++)
        y[i] = w[0] * x[i] + w[1] * x[i + 1] + w[2] * x[i + 2];
}
void localleft_offload(int n, const double x[n + 2], double y[n])
{
    double w[3] = { 0.25, 0.5, 0.25 };
    #pragma omp target enter data map(to: w)
    #pragma omp target teams distribute parallel for map(to: x[:n + 2]) map(from: y[:n])
    for (int i = 0; i < n; i++)
        y[i] = w[0] * x[i] + w[1] * x[i + 1] + w[2] * x[i + 2];
}
