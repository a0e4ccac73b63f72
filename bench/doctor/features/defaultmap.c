/* 4.5: a scalar is the region's own; defaultmap(tofrom: scalar) maps it. */
#include "probe.h"

int main(void)
{
    int host = 1, own = 1, mapped = 1;
    #pragma omp target map(tofrom: host)
    {
        host = omp_is_initial_device();
        own = 42;
    }
    #pragma omp target defaultmap(tofrom: scalar)
    {
        host |= omp_is_initial_device();
        mapped = 42;
    }
    return probe_says(host, own == 1 && mapped == 42);
}
