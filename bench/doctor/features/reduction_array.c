/* 4.5: reduction of a section: a histogram without atomics. */
#include "probe.h"

enum { BINS = 7 };

int main(void)
{
    int host = 0, bin[BINS] = { 0 };
    bool right = true;
    #pragma omp target teams distribute parallel for reduction(+: bin[0 : BINS]) reduction(|: host) \
            map(tofrom: bin, host)
    for (int i = 0; i < N; i++) {
        bin[i % BINS] += 1;
        host |= omp_is_initial_device();
    }
    for (int b = 0; b < BINS; b++)
        right = right && bin[b] == N / BINS + (b < N % BINS);
    return probe_says(host, right);
}
