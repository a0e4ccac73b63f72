/* 5.0: omp_get_device_num(): a region knows the number of its device. */
#include "probe.h"

int main(void)
{
    int host = 1, number = -1, last = omp_get_num_devices() - 1;
    if (last < 0)
        return probe_says(1, false);
    #pragma omp target device(last) map(tofrom: host, number)
    {
        host = omp_is_initial_device();
        number = omp_get_device_num();
    }
    return probe_says(host, number == last);
}
