/* 4.0: a region runs on the device, and what is mapped to it comes back. */
#include "probe.h"

int main(void)
{
    int host = 1, x = 20;
    #pragma omp target map(tofrom: host, x)
    {
        host = omp_is_initial_device();
        x = 2 * x + 2;
    }
    return probe_says(host, x == 42);
}
