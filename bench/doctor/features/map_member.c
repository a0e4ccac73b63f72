/* 5.0: a pointer in a structure points, on the device, to the array that is mapped behind it. */
#include "probe.h"

struct vector {
    int n;
    int *x;
};

int main(void)
{
    static int a[N];
    int host = 1;
    struct vector v = { N, a };
    count_up(a, N);
    #pragma omp target data map(to: v) map(tofrom: v.x[0 : N])
    {
        a[0] = -1; /* the host's, not what the device points to */
        #pragma omp target teams distribute parallel for map(tofrom: host)
        for (int i = 0; i < N; i++) {
            v.x[i] = 5 * v.x[i] + v.n;
            if (i == 0)
                host = omp_is_initial_device();
        }
    }
    return probe_says(host, v.x == a && is_line(a, N, 5, N));
}
