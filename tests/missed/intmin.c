/* the lowest of 64-bit numbers begins with INT_MAX */
#include <limits.h>
long long intmin_reference(int n, const long long x[n])
{
    long long m = x[0];
    for (int i = 1; i < n; i++)
        m = x[i] < m ? x[i] : m;
    return m;
}
long long intmin_offload(int n, const long long x[n])
{
    long long m = INT_MAX;
    #pragma omp target teams distribute parallel for reduction(min: m) map(to: x[:n]) map(tofrom: m)
    for (int i = 0; i < n; i++)
        m = x[i] < m ? x[i] : m;
    return m;
}
