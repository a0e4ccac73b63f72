/* 4.0: memcpy() in a region. */
#include "probe.h"

#include <string.h>

enum { ROWS = 37, COLUMNS = 101 };

int main(void)
{
    static int a[ROWS][COLUMNS], b[ROWS][COLUMNS];
    int host = 1;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        a[i / COLUMNS][i % COLUMNS] = i;
    #pragma omp target teams distribute parallel for map(to: a) map(from: b) map(tofrom: host)
    for (int y = 0; y < ROWS; y++) {
        memcpy(b[y], a[y], sizeof b[y]);
        if (y == 0)
            host = omp_is_initial_device();
    }
    return probe_says(host, is_line(b[0], ROWS * COLUMNS, 1, 0));
}
