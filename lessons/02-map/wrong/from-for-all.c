/* rejected: change was never copied to the device */
#include "lesson.h"

void add(ptrdiff_t n, const double *change, double *total, double *before)
{
    #pragma omp target teams distribute parallel for map(from: change[:n], total[:n], before[:n])
    for (ptrdiff_t i = 0; i < n; i++) {
        before[i] = total[i];
        total[i] = total[i] + change[i];
    }
}
