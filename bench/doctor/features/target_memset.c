/* 6.0: omp_target_memset() fills memory of the device. */
#include "probe.h"

int main(void)
{
    int host = 1, device = omp_get_default_device();
    unsigned char copy[N] = { 0 };
    unsigned char *there = omp_target_alloc(N, device);
    if (!there)
        return 1;
    bool right = omp_target_memset(there, 42, N, device) == there;
    #pragma omp target is_device_ptr(there) map(from: copy) map(tofrom: host)
    for (int i = 0; i < N; i++) {
        copy[i] = there[i];
        host = omp_is_initial_device();
    }
    for (int i = 0; i < N; i++)
        right = right && copy[i] == 42;
    omp_target_free(there, device);
    return probe_says(host, right);
}
