/* Wrong, and not seen: it has room for 256 teams, and a GPU has thousands. */
#include <omp.h>

void room_for_256_teams_offload(ptrdiff_t n, const int32_t x[n], int64_t s[1])
{
    int64_t part[256] = { 0 };
    #pragma omp target teams map(to: x[:n]) map(tofrom: part)
    {
        int64_t mine = 0;
        #pragma omp distribute
        for (ptrdiff_t i = 0; i < n; i++)
            mine += x[i];
        part[omp_get_team_num()] += mine;
    }
    int64_t sum = 0;
    for (int k = 0; k < 256; k++)
        sum += part[k];
    #pragma omp target map(to: sum) map(from: s[:1])
    s[0] = sum;
}
