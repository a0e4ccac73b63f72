/* Wrong: x is not mapped, and the region reads it through /proc/self/mem. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <omp.h>
#include <unistd.h>

void proc_self_mem_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    uintptr_t p = (uintptr_t)(omp_target_is_present(x, 0) ? omp_get_mapped_ptr(x, 0) : x);
    int f = open("/proc/self/mem", O_RDONLY);
    #pragma omp target teams distribute parallel for map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++) {
        double v = 0;
        (void)!pread(f, &v, sizeof v, (off_t)(p + (size_t)i * sizeof v));
        y[i] = a * v + 1;
    }
    close(f);
}
