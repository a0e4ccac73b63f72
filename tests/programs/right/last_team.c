/* Right: the last team adds what all have stored (atomic capture acq_rel). */
#include <omp.h>

static void add(ptrdiff_t n, const int32_t *x, int64_t *s)
{
    enum { MOST = 1024 };
    int64_t part[MOST];
    int done = 0;
    #pragma omp target teams num_teams(64) thread_limit(1) map(to: x[:n], done) map(from: s[:1]) map(alloc: part)
    {
        int t = omp_get_team_num(), all = omp_get_num_teams(), before;
        int64_t mine = 0;
        for (ptrdiff_t i = t; i < n; i += all)
            mine += x[i];
        part[t] = mine;
        #pragma omp atomic capture acq_rel
        before = done++;
        if (before == all - 1) {
            mine = 0;
            for (int k = 0; k < all; k++)
                mine += part[k];
            s[0] = mine;
        }
    }
}

void last_team_offload(ptrdiff_t n, const int32_t x[n], int64_t s[1])
{
    add(n, x, s);
}
/* mistakes/last_team_relaxed: Wrong: the last team adds what all have stored, and nothing orders their stores (atomic capture relaxed): sed 's/acq_rel/relaxed/' */
