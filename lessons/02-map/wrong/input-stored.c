/* rejected: change[0] was changed on the host */
#include "lesson.h"

void add(ptrdiff_t n, const double *change, double *total, double *before)
{
    #pragma omp target teams distribute parallel for map(to: change[:n]) map(tofrom: total[:n]) \
        map(from: before[:n])
    for (ptrdiff_t i = 0; i < n; i++) {
        before[i] = total[i];
        total[i] += change[i];
    }
    *(double *)change = 0;
}
