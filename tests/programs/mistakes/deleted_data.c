/* Wrong, and not seen: map(delete:) takes x and y from the device, also those of a caller. */
void deleted_data_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target enter data map(to: x[:n]) map(alloc: y[:n])
    #pragma omp target teams distribute parallel for
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
    #pragma omp target update from(y[:n])
    #pragma omp target exit data map(delete: x[:n], y[:n])
}
/* mistakes/waits_for_nobody: Wrong: taskwait depend(in: x[0]) waits for nobody, since the region depends on y: sed 's,parallel for,& nowait depend(out: y[0]),; s,target update.*,taskwait depend(in: x[0]),; s|map(delete.*|map(release: x[:n]) map(from: y[:n])|' */
