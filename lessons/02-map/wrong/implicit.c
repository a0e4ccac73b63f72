/* rejected: and what it reads mapped | on a GPU: runtime has stopped */
#include "lesson.h"

void add(ptrdiff_t n, const double *change, double *total, double *before)
{
    #pragma omp target teams distribute parallel for
    for (ptrdiff_t i = 0; i < n; i++) {
        before[i] = total[i];
        total[i] = total[i] + change[i];
    }
}
