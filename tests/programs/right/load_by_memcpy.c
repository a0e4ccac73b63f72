/* Right: memcpy() loads 8 bytes from any address. */
#include <string.h>

void load_by_memcpy_reference(ptrdiff_t n, const uint8_t u[n], int64_t z[n])
{
    for (ptrdiff_t i = 0; i < n; i++) {
        z[i] = 0;
        if (i + 8 <= n)
            for (int k = 0; k < 8; k++)
                z[i] |= (int64_t)((uint64_t)u[i + k] << (8 * k));
    }
}

void load_by_memcpy_offload(ptrdiff_t n, const uint8_t u[n], int64_t z[n])
{
    #pragma omp target teams distribute parallel for map(to: u[:n]) map(from: z[:n])
    for (ptrdiff_t i = 0; i < n; i++) {
        int64_t v = 0;
        if (i + 8 <= n)
            memcpy(&v, u + i, sizeof v);
        z[i] = v;
    }
}
/* mistakes/unaligned_load: Wrong: 8 bytes are loaded at an address that is no multiple of 8, where a GPU faults: sed 's,memcpy(.*,v = *(const int64_t *)(u + i);,' */
