/* Wrong: a mapped struct points to memory of strdup(), which is not mapped. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

struct letters {
    const char *w;
};

void text_by_pointer_reference(ptrdiff_t n, const uint8_t u[n], uint8_t z[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        z[i] = (uint8_t)"abcdefgh"[u[i] % 8];
}

void text_by_pointer_offload(ptrdiff_t n, const uint8_t u[n], uint8_t z[n])
{
    char *p = strdup("abcdefgh");
    struct letters all = { p };
    #pragma omp target teams distribute parallel for map(to: u[:n], all) map(from: z[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        z[i] = (uint8_t)all.w[u[i] % 8];
    free(p);
}
