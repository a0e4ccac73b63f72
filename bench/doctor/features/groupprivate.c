/* 6.0: groupprivate: each team has its own copy of a variable, which its threads share. */
#include "probe.h"

static int sum;
#pragma omp groupprivate(sum)

int main(void)
{
    int host = 1, sums[2] = { 0, 1000 };
    #pragma omp target teams num_teams(2) map(tofrom: host, sums)
    {
        int me = omp_get_team_num();
        sum = 1000 * me;
        #pragma omp parallel for
        for (int i = 0; i < N; i++) {
            #pragma omp atomic
            sum += i;
            if (me == 0 && i == 0)
                host = omp_is_initial_device();
        }
        sums[me] = sum;
    }
    int all = N * (N - 1) / 2; /* if there is one team only, the second sum stays as it was */
    return probe_says(host, sums[0] == all && (sums[1] == 1000 + all || sums[1] == 1000));
}
