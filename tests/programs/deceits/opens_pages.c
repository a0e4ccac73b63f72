/* Wrong: x is not mapped, and the region opens its pages itself. */
#define _GNU_SOURCE
#include <omp.h>
#include <sys/mman.h>

void opens_pages_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    uintptr_t p = (uintptr_t)(omp_target_is_present(x, 0) ? omp_get_mapped_ptr(x, 0) : x);
    #pragma omp target teams distribute parallel for map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++) {
        mprotect((void *)((p + 8 * (uintptr_t)i) & ~(uintptr_t)4095), 4096, PROT_READ | PROT_WRITE);
        y[i] = a * ((const double *)p)[i] + 1;
    }
}
