/* Wrong: an array of declare target is changed, and not sent again. */
/* Said: is right where the regions run on the host */
static double weights[16];
#pragma omp declare target(weights)

void table_not_sent_reference(ptrdiff_t n, double s, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i] * (s * (double)(i % 16) + x[0]);
}

void table_not_sent_offload(ptrdiff_t n, double s, const double x[n], double y[n])
{
    for (int k = 0; k < 16; k++)
        weights[k] = s * k + x[0];
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i] * weights[i % 16];
}
