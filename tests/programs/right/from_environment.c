/* Right: the number of teams is a variable of the environment, and it says so once. */
#include <stdio.h>
#include <stdlib.h>

void from_environment_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    static int said;
    const char *t = getenv("MY_TEAMS");
    int teams = t ? atoi(t) : 4;
    if (!said++)
        fprintf(stderr, "teams: %d\n", teams);
    #pragma omp target teams distribute parallel for num_teams(teams) map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}
