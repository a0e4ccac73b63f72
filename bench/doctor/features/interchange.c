/* 6.0: interchange: the inner of two loops becomes the outer one. */
#include "probe.h"

enum { ROWS = 11, COLUMNS = 37 };

int main(void)
{
    int host = 1, turn[COLUMNS][ROWS];
    #pragma omp target map(from: turn) map(tofrom: host)
    {
        int step = 0;
        host = omp_is_initial_device();
        #pragma omp interchange
        for (int y = 0; y < ROWS; y++)
            for (int x = 0; x < COLUMNS; x++)
                turn[x][y] = step++;
    }
    return probe_says(host, is_line(turn[0], ROWS * COLUMNS, 1, 0));
}
