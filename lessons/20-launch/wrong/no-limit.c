/* rejected: threads, and it has to be 128 (thread_limit) | on a GPU: a team may have 128 threads */
#include "lesson.h"

void halve(ptrdiff_t n, int size, const double *a, double *b, int *teams, int *limit)
{
    *teams = *limit = 0;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n]) \
        map(tofrom: teams[:1], limit[:1]) num_teams((n + size - 1) / size)
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = a[i] / 2;
        if (i == 0) {
            *teams = omp_get_num_teams();
            *limit = omp_get_thread_limit();
        }
    }
}
