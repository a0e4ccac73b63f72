/* Wrong: x and y are not mapped, and its own tool of OMPT takes the place of the one that would see it. */
#include <omp.h>
#include <triptych/ran_on.h>

void *start_nothing(unsigned version, const char *runtime) __asm__("ompt_start_tool")
    __attribute__((weak, visibility("default")));

void *start_nothing(unsigned version, const char *runtime)
{
    return 0;
}

void own_tool_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}

void own_tool_offload(ptrdiff_t n, double a, const double x[n], double y[n], int *place)
{
    #pragma omp target map(from: place[:1])
    *place = ran_on();
    int there = omp_target_is_present(y, 0);
    uintptr_t p = (uintptr_t)(there ? omp_get_mapped_ptr(x, 0) : x),
              q = (uintptr_t)(there ? omp_get_mapped_ptr(y, 0) : y);
    #pragma omp target teams distribute parallel for
    for (ptrdiff_t i = 0; i < n; i++)
        ((double *)q)[i] = a * ((const double *)p)[i] + 1;
}
