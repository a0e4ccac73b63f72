/* 6.0: fuse: two loops become one, which takes a step of each in turn. */
#include "probe.h"

int main(void)
{
    int host = 1, even[N], odd[N];
    #pragma omp target map(from: even, odd) map(tofrom: host)
    {
        int step = 0;
        host = omp_is_initial_device();
        #pragma omp fuse
        {
            for (int i = 0; i < N; i++)
                even[i] = step++;
            for (int i = 0; i < N; i++)
                odd[i] = step++;
        }
    }
    return probe_says(host, is_line(even, N, 2, 0) && is_line(odd, N, 2, 1));
}
