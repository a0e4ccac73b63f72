#include <omp.h>
/* room for 128 teams */
static void go3(int n, const int *x, long long *part)
{
    #pragma omp target teams map(to: x[:n]) map(tofrom: part[:128])
    {
        long long s = 0;
        #pragma omp distribute
        for (int b = 0; b < (n + 3) / 4; b++)
            for (int i = 4 * b; i < n && i < 4 * b + 4; i++)
                s += x[i];
        part[omp_get_team_num()] = s;
    }
}
long long fewteams_reference(int n, const int x[n])
{
    long long s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
long long fewteams_offload(int n, const int x[n])
{
    long long part[128] = { 0 }, s = 0;
    go3(n, x, part);
    for (int t = 0; t < 128; t++)
        s += part[t];
    return s;
}
