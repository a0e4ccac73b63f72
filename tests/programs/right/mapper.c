/* Right, and called wrong: declare mapper for a struct with a pointer. */
struct vec {
    ptrdiff_t n;
    double *p;
};
#pragma omp declare mapper(struct vec v) map(v, v.p[0:v.n])
void mapper_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    struct vec v = { n, y };
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(tofrom: v)
    for (ptrdiff_t i = 0; i < v.n; i++)
        v.p[i] = a * x[i] + 1;
}
