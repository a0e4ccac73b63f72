/* 5.2: if on teams: of the three teams that were asked for, one is made. */
#include "probe.h"

int main(void)
{
    int host = 1, teams = 0, visits = 0;
    #pragma omp target teams num_teams(3) if(teams: false) map(tofrom: host, teams, visits)
    #pragma omp parallel num_threads(1)
    {
        #pragma omp atomic
        visits++;
        if (omp_get_team_num() == 0) {
            host = omp_is_initial_device();
            teams = omp_get_num_teams();
        }
    }
    return probe_says(host, teams == 1 && visits == 1);
}
