/* Wrong: threads share t, but not in the library in which races are looked for. */
#include <omp.h>
#include <string.h>

struct place {
    const char *file;
    void *base;
    const char *name;
    void *at;
};

int find_library(const void *, struct place *) __asm__("dladdr");
void library_by_name_simd(ptrdiff_t n, const double x[n], double y[n])
{
    struct place code;
    int watched = find_library((void *)library_by_name_simd, &code) && strstr(code.file, "races");
    static double shared[64 * 8];
    #pragma omp parallel for
    for (ptrdiff_t k = 0; k < n; k++) {
        double *t = shared + (watched ? 8 * (omp_get_thread_num() % 64) : 0);
        *(volatile double *)t = x[k];
        y[k] = x[k] * *t;
    }
}
