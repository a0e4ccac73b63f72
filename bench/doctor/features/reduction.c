/* 4.0: reduction over teams and threads: a sum, a minimum, a maximum. */
#include "probe.h"

int main(void)
{
    int host = 0, least = N, most = -1;
    long sum = 5;
    #pragma omp target teams distribute parallel for reduction(+: sum) reduction(min: least) \
            reduction(max: most) reduction(|: host) map(tofrom: sum, least, most, host)
    for (int i = 0; i < N; i++) {
        int value = (i * 17 + 5) % N; /* each of 0 … N - 1 once */
        sum += (long)value * value;
        least = value < least ? value : least;
        most = value > most ? value : most;
        host |= omp_is_initial_device();
    }
    return probe_says(host,
                      sum == 5 + (N - 1L) * N * (2L * N - 1) / 6 && least == 0 && most == N - 1);
}
