/* 5.0: declare variant: within a target region another function is called. */
#include "probe.h"

#pragma omp declare target
static int in_region(int i)
{
    return 2 * i + 1;
}

#pragma omp declare variant(in_region) match(construct = { target })
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
