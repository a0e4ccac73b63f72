/* Right, and called wrong: a team for each block of 256, as num_teams() promises. */
#include <omp.h>

static void scale(ptrdiff_t n, double a, const double *x, double *y)
{
    int blocks = (int)((n + 255) / 256);
    #pragma omp target teams num_teams(blocks) map(to: x[:n]) map(from: y[:n])
    {
        ptrdiff_t b = omp_get_team_num();
        #pragma omp parallel for
        for (ptrdiff_t i = b * 256; i < (b + 1) * 256; i++)
            if (i < n)
                y[i] = a * x[i] + 1;
    }
}

void team_for_each_block_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    scale(n, a, x, y);
}
