/* A step of a lattice Boltzmann method (D2Q9, nearly incompressible, periodic): what flows in from nine directions collides. */
#pragma omp declare target
static void collide(int x, int y, real rate, const real *f, real *next, int i, int j)
{
    real in[9], density = 0, right = 0, down = 0;
    for (int q = 0; q < 9; q++) {
        in[q] = f[q * y * x + (i - q / 3 + 1 + y) % y * x + (j - q % 3 + 1 + x) % x];
        density += in[q];
        right += (q % 3 - 1) * in[q];
        down += (q / 3 - 1) * in[q];
    }
    for (int q = 0; q < 9; q++) {
        real along = (q % 3 - 1) * right + (q / 3 - 1) * down, weight = (real)(q == 4 ? 16 : q % 2 ? 4 : 1) / 36;
        real rest = weight * (density + 3 * along + (9 * along * along - 3 * (right * right + down * down)) / 2);
        next[q * y * x + i * x + j] = in[q] + rate * (rest - in[q]);
    }
}
#pragma omp end declare target

void lbm_step_reference(int x, int y, real rate, const real f[9 * y * x], real next[9 * y * x])
{
    for (int c = 0; c < y * x; c++)
        collide(x, y, rate, f, next, c / x, c % x);
}

void lbm_step_simd(int x, int y, real rate, const real f[9 * y * x], real next[9 * y * x])
{
    #pragma omp parallel for
    for (int c = 0; c < y * x; c++)
        collide(x, y, rate, f, next, c / x, c % x);
}

void lbm_step_offload(int x, int y, real rate, const real f[9 * y * x], real next[9 * y * x])
{
    #pragma omp target teams distribute parallel for map(to: f[:9 * y * x]) map(from: next[:9 * y * x])
    for (int c = 0; c < y * x; c++)
        collide(x, y, rate, f, next, c / x, c % x);
}
/* wrong, since it leaves out the last cell: sed '/_offload/,/^}/s/c < y \* x/c < y * x - 1/' */
