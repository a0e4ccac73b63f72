/* 4.0: after a barrier a thread reads what its neighbour has written before it. */
#include "probe.h"

enum { MOST = 31 };

int main(void)
{
    int host = 1, threads = 0, a[MOST] = { 0 }, b[MOST] = { 0 };
    #pragma omp target map(tofrom: host, threads, a, b)
    #pragma omp parallel num_threads(MOST)
    {
        int me = omp_get_thread_num(), n = omp_get_num_threads();
        for (int turn = 1; turn <= 100; turn++) {
            a[me] = turn * me;
            #pragma omp barrier
            b[me] = a[(me + 1) % n] - turn * ((me + 1) % n);
            #pragma omp barrier
        }
        b[me] += me;
        if (me == 0) {
            host = omp_is_initial_device();
            threads = n;
        }
    }
    return probe_says(host, threads > 1 && is_line(b, threads, 1, 0));
}
