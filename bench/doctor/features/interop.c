/* 5.1: interop: the runtime's own object behind a device, for a library to use. */
#include "probe.h"

int main(void)
{
    int host = 1, missing = 1;
    omp_interop_t object = omp_interop_none;
    #pragma omp target map(tofrom: host)
    host = omp_is_initial_device();
    #pragma omp interop init(targetsync: object)
    if (object == omp_interop_none)
        return probe_says(host, false);
    omp_intptr_t number = omp_get_interop_int(object, omp_ipr_device_num, &missing);
    bool right = missing == 0 && number == omp_get_default_device();
    #pragma omp interop destroy(object)
    return probe_says(host, right && object == omp_interop_none);
}
