/* Wrong, and not seen: teams wait for each other by a counter. On a GPU not all of them run at once, and it never ends. */
#include <omp.h>

void teams_wait_reference(ptrdiff_t n, const int32_t x[n], int32_t y[n], int64_t s[1])
{
    s[0] = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        s[0] += x[i];
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = (int32_t)(s[0] % 1000) + x[i] % 1000;
}

void teams_wait_offload(ptrdiff_t n, const int32_t x[n], int32_t y[n], int64_t s[1])
{
    int arrived = 0;
    int64_t sum = 0;
    #pragma omp target teams map(to: x[:n]) map(from: y[:n], s[:1]) map(tofrom: arrived, sum)
    {
        int64_t mine = 0;
        int t = omp_get_team_num(), all = omp_get_num_teams(), here;
        for (ptrdiff_t i = t; i < n; i += all)
            mine += x[i];
        #pragma omp atomic seq_cst
        sum += mine;
        #pragma omp atomic seq_cst
        arrived++;
        do {
            #pragma omp atomic read seq_cst
            here = arrived;
        } while (here < all);
        int64_t total;
        #pragma omp atomic read seq_cst
        total = sum;
        for (ptrdiff_t i = t; i < n; i += all)
            y[i] = (int32_t)(total % 1000) + x[i] % 1000;
        if (t == 0)
            s[0] = total;
    }
}
