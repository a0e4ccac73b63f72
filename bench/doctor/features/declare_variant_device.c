/* 5.0: declare variant by device: a function of the device takes the place of the host's. */
#include "probe.h"

#pragma omp declare target
static int on_device(int i)
{
    return 2 * i + 1;
}

#pragma omp declare variant(on_device) match(device = { kind(nohost) })
static int value(int i)
{
    return i;
}
#pragma omp end declare target

int main(void)
{
    int host = 1, x = -1, outside = value(20);
    #pragma omp target map(tofrom: host, x)
    {
        host = omp_is_initial_device();
        x = value(20);
    }
    return probe_says(host, outside == 20 && x == 41);
}
