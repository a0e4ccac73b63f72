/* 6.0: omp_get_uid_from_device() names a device, and omp_get_device_from_uid() finds it again. */
#include "probe.h"

int main(void)
{
    int host = 1, device = omp_get_default_device();
    #pragma omp target map(tofrom: host)
    host = omp_is_initial_device();
    const char *name = omp_get_uid_from_device(device);
    bool right = name && *name && omp_get_device_from_uid(name) == device;
    return probe_says(host, right && omp_get_device_from_uid("no such device") != device);
}
