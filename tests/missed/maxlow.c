/* the largest begins with -1e6, and INT_MIN would be right */
int maxlow_reference(int n, const int x[n])
{
    int m = x[0];
    for (int i = 1; i < n; i++)
        m = x[i] > m ? x[i] : m;
    return m;
}
int maxlow_simd(int n, const int x[n])
{
    int m = -1;
    #pragma omp parallel for reduction(max: m)
    for (int i = 0; i < n; i++)
        m = x[i] > m ? x[i] : m;
    return m;
}
