/* 4.0: critical: one thread of the device at a time. */
#include "probe.h"

int main(void)
{
    int host = 1, threads = 0, count = 0;
    #pragma omp target map(tofrom: host, threads, count)
    #pragma omp parallel num_threads(7)
    {
        for (int turn = 0; turn < 101; turn++) {
            #pragma omp critical
            count = count + 1;
        }
        if (omp_get_thread_num() == 0) {
            host = omp_is_initial_device();
            threads = omp_get_num_threads();
        }
    }
    return probe_says(host, threads > 1 && count == 101 * threads);
}
