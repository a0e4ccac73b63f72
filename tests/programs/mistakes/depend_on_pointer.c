/* Wrong: depend(out: v) names the pointer, depend(inout: v[0]) what it points to. So nothing orders the regions. */
void depend_on_pointer_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = (a * x[i] + 1) * 2;
}

void depend_on_pointer_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    double *v = y;
    #pragma omp target data map(to: x[:n]) map(from: v[:n])
    {
        #pragma omp target teams distribute parallel for nowait depend(out: v)
        for (ptrdiff_t i = 0; i < n; i++)
            v[i] = a * x[i] + 1;
        #pragma omp target teams distribute parallel for nowait depend(inout: v[0])
        for (ptrdiff_t i = 0; i < n; i++)
            v[i] *= 2;
        #pragma omp taskwait
    }
}
