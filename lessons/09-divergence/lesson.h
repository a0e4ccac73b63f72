/* b[i] = long_way(a[i]) where i is even, short_way(a[i]) where it is odd; owner[i]: the number of the thread that
 * has computed b[i]. */
#include <omp.h>
#include <stddef.h>
void ways(ptrdiff_t n, const double *a, double *b, int *owner);

#pragma omp declare target
static inline double long_way(double x)
{
    for (int i = 0; i < 100; i++)
        x = x > 0 ? x - 2 : x + 3;
    return x;
}

static inline double short_way(double x)
{
    return -x;
}

/* Stores the number of this thread among all of a region's. */
static inline void note_thread(int *owner)
{
    *owner = omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num();
}
#pragma omp end declare target
