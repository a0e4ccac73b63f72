/* the lowest begins with 1 */
double minone_reference(int n, const double x[n])
{
    double m = x[0];
    for (int i = 1; i < n; i++)
        m = x[i] < m ? x[i] : m;
    return m;
}
double minone_offload(int n, const double x[n])
{
    double m = 1;
    #pragma omp target teams distribute parallel for reduction(min: m) map(to: x[:n]) map(tofrom: m)
    for (int i = 0; i < n; i++)
        m = x[i] < m ? x[i] : m;
    return m;
}
