/* Right: each team has a tile of its own. */
enum { TILE = 32 };

static void smooth(ptrdiff_t n, const double *x, double *y)
{
    #pragma omp target teams distribute map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t b = 0; b < n; b += TILE) {
        double t[TILE + 2];
        #pragma omp parallel for
        for (ptrdiff_t k = 0; k < TILE + 2; k++) {
            ptrdiff_t i = b + k - 1;
            t[k] = i < 0 || i >= n ? 0 : x[i];
        }
        #pragma omp parallel for
        for (ptrdiff_t k = 0; k < TILE; k++)
            if (b + k < n)
                y[b + k] = t[k] + t[k + 1] + t[k + 2];
    }
}

void tile_reference(ptrdiff_t n, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = (i ? x[i - 1] : 0) + x[i] + (i + 1 < n ? x[i + 1] : 0);
}

void tile_offload(ptrdiff_t n, const double x[n], double y[n])
{
    smooth(n, x, y);
}
/* mistakes/shared_tile: Wrong: all teams share one tile, and each takes it for its own: sed '/double t\[/d; s,^    #pragma omp target teams.*,    double t[TILE + 2];\n& map(alloc: t),' */
