/* Right: a prefix sum by blocks, in three regions. */
#include <stdlib.h>

void scan_reference(ptrdiff_t n, const int32_t x[n], int64_t y[n])
{
    int64_t s = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        y[i] = s;
        s += x[i];
    }
}

void scan_offload(ptrdiff_t n, const int32_t x[n], int64_t y[n])
{
    ptrdiff_t size = 64, blocks = (n + size - 1) / size;
    int64_t *part = malloc((size_t)blocks * sizeof *part);
    #pragma omp target data map(to: x[:n]) map(from: y[:n]) map(alloc: part[:blocks])
    {
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t b = 0; b < blocks; b++) {
            int64_t s = 0;
            for (ptrdiff_t i = b * size; i < n && i < (b + 1) * size; i++)
                s += x[i];
            part[b] = s;
        }
        #pragma omp target
        {
            int64_t s = 0;
            for (ptrdiff_t b = 0; b < blocks; b++) {
                int64_t t = part[b];
                part[b] = s;
                s += t;
            }
        }
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t b = 0; b < blocks; b++) {
            int64_t s = part[b];
            for (ptrdiff_t i = b * size; i < n && i < (b + 1) * size; i++) {
                y[i] = s;
                s += x[i];
            }
        }
    }
    free(part);
}
/* mistakes/room_for_1024_blocks: Wrong: a scan of 1024 blocks leaves out what is behind them: sed 's/size = 64/size = 128/; s/^    int64_t \*part/    blocks = blocks > 1024 ? 1024 : blocks;\n&/' */
