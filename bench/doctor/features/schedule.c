/* 4.0: schedule(static, 1): neighbours of a loop are neighbours of a team. */
#include "probe.h"

int main(void)
{
    int host = 1, threads = 1, owner[N];
    #pragma omp target map(from: owner) map(tofrom: host, threads)
    #pragma omp parallel for schedule(static, 1) num_threads(7)
    for (int i = 0; i < N; i++) {
        owner[i] = omp_get_thread_num();
        if (i == 0) {
            host = omp_is_initial_device();
            threads = omp_get_num_threads();
        }
    }
    bool right = threads > 1;
    for (int i = 0; i < N; i++)
        right = right && owner[i] == i % threads;
    return probe_says(host, right);
}
