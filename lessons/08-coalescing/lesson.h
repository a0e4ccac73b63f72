/* b = 3 a, of rows x cols elements; owner[i]: the number of the thread that has computed b[i]. */
#include <omp.h>
#include <stddef.h>
void triple(ptrdiff_t rows, ptrdiff_t cols, const double *a, double *b, int *owner);

/* The number of this thread among all of a region's. */
#pragma omp declare target
static inline int thread_here(void)
{
    return omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num();
}
#pragma omp end declare target
