/* Right: a struct is mapped with the arrays that it points to. */
struct pair {
    const double *x;
    double *y;
    double a;
    ptrdiff_t n;
};

static void scale(struct pair p)
{
    #pragma omp target teams distribute parallel for map(to: p, p.x[:p.n]) map(from: p.y[:p.n])
    for (ptrdiff_t i = 0; i < p.n; i++)
        p.y[i] = p.a * p.x[i] + 1;
}

void struct_members_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    struct pair p = { x, y, a, n };
    scale(p);
}
