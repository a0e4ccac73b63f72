/* Heat in a block: two arrays take turns, and what is at their edges stays. */
#pragma omp declare target
static void line(int x, int y, real k, const real *u, int at, real *next)
{
    for (int i = at + 1; i < at + x - 1; i++)
        next[i] = u[i] + k * (u[i - 1] + u[i + 1] + u[i - x] + u[i + x] + u[i - x * y] + u[i + x * y] - 6 * u[i]);
}
#pragma omp end declare target

void heat_3d_reference(int x, int y, int z, int steps, real k, real u[z * y * x], real v[z * y * x])
{
    for (int s = 0; s < steps; s++)
        for (int i = 1; i < z - 1; i++)
            for (int j = 1; j < y - 1; j++)
                line(x, y, k, s % 2 ? v : u, (i * y + j) * x, s % 2 ? u : v);
}

void heat_3d_simd(int x, int y, int z, int steps, real k, real u[z * y * x], real v[z * y * x])
{
    for (int s = 0; s < steps; s++) {
        #pragma omp parallel for collapse(2)
        for (int i = 1; i < z - 1; i++)
            for (int j = 1; j < y - 1; j++)
                line(x, y, k, s % 2 ? v : u, (i * y + j) * x, s % 2 ? u : v);
    }
}

void heat_3d_offload(int x, int y, int z, int steps, real k, real u[z * y * x], real v[z * y * x])
{
    #pragma omp target data map(tofrom: u[:z * y * x]) map(tofrom: v[:z * y * x])
    for (int s = 0; s < steps; s++) {
        #pragma omp target teams distribute parallel for collapse(2)
        for (int i = 1; i < z - 1; i++)
            for (int j = 1; j < y - 1; j++)
                line(x, y, k, s % 2 ? v : u, (i * y + j) * x, s % 2 ? u : v);
    }
}
/* wrong, since an array's edges do not get there: sed 's/map(tofrom: v/map(from: v/' */
