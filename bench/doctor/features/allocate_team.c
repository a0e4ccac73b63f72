/* 5.0: allocate with omp_pteam_mem_alloc: where the device has fast memory, a team's array lies there. */
#include "probe.h"

enum { ROWS = 37, COLUMNS = 101 };

int main(void)
{
    static int a[ROWS][COLUMNS];
    int host = 1;
    #pragma omp target teams distribute map(from: a) map(tofrom: host)
    for (int y = 0; y < ROWS; y++) {
        int row[COLUMNS];
        #pragma omp allocate(row) allocator(omp_pteam_mem_alloc)
        if (y == 0)
            host = omp_is_initial_device();
        #pragma omp parallel for
        for (int x = 0; x < COLUMNS; x++)
            row[COLUMNS - 1 - x] = COLUMNS * y + x;
        #pragma omp parallel for
        for (int x = 0; x < COLUMNS; x++)
            a[y][x] = row[COLUMNS - 1 - x];
    }
    return probe_says(host, is_line(a[0], ROWS * COLUMNS, 1, 0));
}
