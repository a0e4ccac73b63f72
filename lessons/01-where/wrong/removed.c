/* rejected: it ran on the host */
#include "lesson.h"

void twice(ptrdiff_t n, const double *a, double *b, int *on_device)
{
    (void)n, (void)a, (void)b;
    *on_device = 1;
}
