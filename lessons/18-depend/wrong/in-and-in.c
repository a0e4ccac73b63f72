/* rejected: before its piece was there | on a GPU: elements of b differ | on a GPU: runtime has stopped */
#include "lesson.h"

void pipeline(ptrdiff_t n, ptrdiff_t piece, const double *a, double *b)
{
    #pragma omp target data map(alloc: a[:n], b[:n])
    {
        for (ptrdiff_t from = 0; from < n; from += piece) {
            ptrdiff_t end = from + piece < n ? from + piece : n;
            #pragma omp target update to(a[from : end - from]) nowait depend(in: a[from])
            #pragma omp target teams distribute parallel for nowait depend(in: a[from]) depend(out: b[from])
            for (ptrdiff_t i = from; i < end; i++)
                b[i] = a[i] * a[i] - 1;
            #pragma omp target update from(b[from : end - from]) nowait depend(in: b[from])
        }
        #pragma omp taskwait
    }
}
