/* Wrong: taskwait depend(in: x[0]) waits for nobody, since the region depends on y. */
void waits_for_nobody_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}

void waits_for_nobody_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target enter data map(to: x[:n]) map(alloc: y[:n])
    #pragma omp target teams distribute parallel for nowait depend(out: y[0])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
    #pragma omp taskwait depend(in: x[0])
    #pragma omp target exit data map(release: x[:n]) map(from: y[:n])
}
