/* 5.1: atomic compare: the greatest of all, without a lock. */
#include "probe.h"

int main(void)
{
    int host = 1, most = -1;
    #pragma omp target teams distribute parallel for map(tofrom: host, most)
    for (int i = 0; i < N; i++) {
        int value = i * 17 % N;
        #pragma omp atomic compare
        if (most < value) {
            most = value;
        }
        if (i == 0)
            host = omp_is_initial_device();
    }
    return probe_says(host, most == N - 1);
}
