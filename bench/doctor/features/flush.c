/* 4.0: flush: the last team sums what the others have written, in the same region. */
#include "probe.h"

enum { TEAMS = 7 };

int main(void)
{
    int host = 1, teams = 0, tickets = 0, sum = -1, part[TEAMS] = { 0 };
    #pragma omp target teams num_teams(TEAMS) map(tofrom: host, teams, tickets, sum, part)
    #pragma omp parallel num_threads(1)
    {
        int me = omp_get_team_num(), n = omp_get_num_teams(), ticket;
        part[me] = me + 1;
        #pragma omp flush
        #pragma omp atomic capture
        ticket = tickets++;
        #pragma omp flush
        if (ticket == n - 1) {
            sum = 0;
            for (int i = 0; i < n; i++)
                sum += part[i];
            teams = n;
            host = omp_is_initial_device();
        }
    }
    return probe_says(host, teams > 1 && sum == teams * (teams + 1) / 2);
}
