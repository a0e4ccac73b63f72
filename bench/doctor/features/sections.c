/* 4.0: sections: different work for different threads of the device. */
#include "probe.h"

int main(void)
{
    int host = 1, a = 0, b = 0, c = 0;
    #pragma omp target map(tofrom: host, a, b, c)
    #pragma omp parallel sections num_threads(3)
    {
        #pragma omp section
        a += 1 + omp_in_parallel();
        #pragma omp section
        b += 3;
        #pragma omp section
        {
            c += 5;
            host = omp_is_initial_device();
        }
    }
    return probe_says(host, a == 2 && b == 3 && c == 5);
}
