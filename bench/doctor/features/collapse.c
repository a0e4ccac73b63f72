/* 4.0: collapse(2) makes one loop of two, so that short ones fill the device. */
#include "probe.h"

enum { ROWS = 37, COLUMNS = 101 };

int main(void)
{
    static int a[ROWS][COLUMNS];
    int host = 1;
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a, host)
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++) {
            a[y][x] += COLUMNS * y + x;
            if (y == ROWS - 1 && x == COLUMNS - 1)
                host = omp_is_initial_device();
        }
    return probe_says(host, is_line(a[0], ROWS * COLUMNS, 1, 0));
}
