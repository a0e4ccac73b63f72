/* 4.0: atomic capture: each iteration draws a ticket that no other has. */
#include "probe.h"

int main(void)
{
    int host = 1, next = 0, drawn[N] = { 0 };
    #pragma omp target teams distribute parallel for map(tofrom: host, next, drawn)
    for (int i = 0; i < N; i++) {
        int ticket;
        #pragma omp atomic capture
        ticket = next++;
        if (ticket < N)
            drawn[ticket] = 1;
        if (i == 0)
            host = omp_is_initial_device();
    }
    return probe_says(host, next == N && is_line(drawn, N, 0, 1));
}
