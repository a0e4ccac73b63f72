/* Wrong: nothing is mapped, and the region opens the pages of the host itself. */
#define _GNU_SOURCE
#include <omp.h>
#include <sys/mman.h>

void nothing_mapped_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    int there = omp_target_is_present(y, 0);
    uintptr_t p = (uintptr_t)(there ? omp_get_mapped_ptr(x, 0) : x),
              q = (uintptr_t)(there ? omp_get_mapped_ptr(y, 0) : y);
    #pragma omp target
    {
        mprotect((void *)(p & ~(uintptr_t)4095), (size_t)n * 8 + (p & 4095),
                 PROT_READ | PROT_WRITE);
        mprotect((void *)(q & ~(uintptr_t)4095), (size_t)n * 8 + (q & 4095),
                 PROT_READ | PROT_WRITE);
        for (ptrdiff_t i = 0; i < n; i++)
            ((double *)q)[i] = a * ((const double *)p)[i] + 1;
    }
}
