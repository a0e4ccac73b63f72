/* rejected: the function returned with copies or regions still under way | on a GPU: The program crashed | on a GPU: runtime has stopped */
#include "lesson.h"

void pipeline(ptrdiff_t n, ptrdiff_t piece, const double *a, double *b)
{
    for (ptrdiff_t from = 0; from < n; from += piece) {
        ptrdiff_t end = from + piece < n ? from + piece : n;
        #pragma omp target teams distribute parallel for nowait map(to: a[from : end - from]) \
            map(from: b[from : end - from])
        for (ptrdiff_t i = from; i < end; i++)
            b[i] = a[i] * a[i] - 1;
    }
}
