/* 6.0: reverse: a loop runs from its end to its beginning. */
#include "probe.h"

int main(void)
{
    int host = 1, turn[N];
    #pragma omp target map(from: turn) map(tofrom: host)
    {
        int step = 0;
        host = omp_is_initial_device();
        #pragma omp reverse
        for (int i = 0; i < N; i++)
            turn[i] = step++;
    }
    return probe_says(host, is_line(turn, N, -1, N - 1));
}
