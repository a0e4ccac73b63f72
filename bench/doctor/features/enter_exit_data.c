/* 4.5: target enter data and exit data map where no block of the program would do. */
#include "probe.h"

static int a[N];

static void move_in(void)
{
    #pragma omp target enter data map(to: a)
}

static void move_out(void)
{
    #pragma omp target exit data map(from: a)
}

int main(void)
{
    int host = 1;
    count_up(a, N);
    move_in();
    for (int i = 0; i < N; i++)
        a[i] = -1;
    #pragma omp target teams distribute parallel for map(tofrom: host)
    for (int i = 0; i < N; i++) {
        a[i] += 7;
        if (i == 0)
            host = omp_is_initial_device();
    }
    move_out();
    return probe_says(host, is_line(a, N, 1, 7));
}
