/* b = 3 a, of rows x cols elements; owner[i]: the number of the thread that has computed b[i]. */
#include <omp.h>
#include <stddef.h>
void triple(ptrdiff_t rows, ptrdiff_t cols, const double *a, double *b, int *owner);

/* Stores the number of this thread among all of a region's. */
#pragma omp declare target
static inline void note_thread(int *owner)
{
    *owner = omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num();
}
#pragma omp end declare target
