/* 4.0: parallel within a region starts several threads on the device. */
#include "probe.h"

enum { MOST = 8 };

int main(void)
{
    int host = 1, threads = 0, visits[MOST] = { 0 };
    #pragma omp target map(tofrom: host, threads, visits)
    #pragma omp parallel num_threads(MOST)
    {
        int me = omp_get_thread_num();
        visits[me] += 1;
        if (me == 0) {
            host = omp_is_initial_device();
            threads = omp_get_num_threads();
        }
    }
    bool right = threads > 1 && threads <= MOST;
    for (int i = 0; i < MOST; i++)
        right = right && visits[i] == (i < threads);
    return probe_says(host, right);
}
