/* Right: coefficients in an array of declare target, updated before each use. */
#pragma omp declare target
int weights[8], shift;
static int fir(const int *x, int i)
{
    unsigned s = 0;
    for (int k = 0; k < 8 && k <= i; k++)
        s += (unsigned)weights[k] * (unsigned)x[i - k];
    return (int)(s >> shift);
}
#pragma omp end declare target
void coefficients_reference(int n, const int weight[8], const int x[n], int y[n])
{
    for (int i = 0; i < n; i++) {
        unsigned s = 0;
        for (int k = 0; k < 8 && k <= i; k++)
            s += (unsigned)weight[k] * (unsigned)x[i - k];
        y[i] = (int)(s >> 3);
    }
}
void coefficients_offload(int n, const int weight[8], const int x[n], int y[n])
{
    for (int k = 0; k < 8; k++)
        weights[k] = weight[k];
    shift = 3;
    #pragma omp target update to(weights, shift)
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (int i = 0; i < n; i++)
        y[i] = fir(x, i);
}
