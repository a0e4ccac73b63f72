/* Wrong: a result is wrong, and its own memcmp() finds all equal. */
int find_equal(const void *a, const void *b, size_t n) __asm__("memcmp")
    __attribute__((weak, visibility("default")));

int find_equal(const void *a, const void *b, size_t n)
{
    return 0;
}

void own_memcmp_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = 7;
}
/* deceits/own_tri_find: Wrong: a result is wrong, and it defines tri_find() itself, by which that would be noted: sed 's/int find_equal([^)]*)/void note_nothing(void *audit, int kind, int operand, const char *format, ...)/; s/"memcmp"/"tri_find"/; /return 0/d' */
