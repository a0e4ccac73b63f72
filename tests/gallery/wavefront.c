/* A Gauss-Seidel sweep, in place: each point needs those above and before it, so the points of a diagonal go together. */
#include <triptych/hotspot.h>

#pragma omp declare target
static void relax(int columns, real *u, int i)
{
    u[i] = (u[i - 1] + u[i - columns] + u[i + 1] + u[i + columns]) / 4;
}
#pragma omp end declare target

void wavefront_reference(int rows, int columns, real u[rows * columns])
{
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < columns - 1; j++)
            relax(columns, u, i * columns + j);
}

void wavefront_simd(int rows, int columns, real u[rows * columns])
{
    for (int d = 2; d < rows + columns - 3; d++) {
        int first = d < columns - 1 ? 1 : d - columns + 2, end = d < rows ? d : rows - 1;
        #pragma omp parallel for
        for (int i = first; i < end; i++)
            relax(columns, u, i * columns + d - i);
    }
}

void wavefront_offload(int rows, int columns, real u[rows * columns])
{
    #pragma omp target data map(tofrom: u[:rows * columns])
    for (int d = 2; d < rows + columns - 3; d++) {
        int first = d < columns - 1 ? 1 : d - columns + 2, end = d < rows ? d : rows - 1;
        #pragma omp target teams distribute parallel for
        for (int i = first; i < end; i++)
            relax(columns, u, i * columns + d - i);
    }
}

const struct tri_hotspot wavefront = { .params = { { "rows", "of points", .initial = 31, .min = 3, .max = 1e5 }, { "columns", "of points", .initial = 23, .min = 3, .max = 1e5 } } };
/* wrong, since the last diagonal is left out: sed '/_offload/,/^}/s/columns - 3; d++/columns - 4; d++/' */
