/* 5.1: num_teams(3) makes three teams, each with a number. */
#include "probe.h"

int main(void)
{
    int host = 1, teams = 0, visits[3] = { 0 };
    #pragma omp target teams num_teams(3) map(tofrom: host, teams, visits)
    #pragma omp parallel num_threads(1)
    {
        int me = omp_get_team_num();
        if (me < 3)
            visits[me] += 1;
        if (me == 0) {
            host = omp_is_initial_device();
            teams = omp_get_num_teams();
        }
    }
    return probe_says(host, teams == 3 && visits[0] == 1 && visits[1] == 1 && visits[2] == 1);
}
