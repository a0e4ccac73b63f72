/* Right: the reference sets an end, and changes all others in place. */
void edge_in_place_reference(ptrdiff_t n, double left, double u[n])
{
    u[0] = left;
    for (ptrdiff_t i = 1; i < n; i++)
        u[i] = 0.5 * u[i];
}

void edge_in_place_offload(ptrdiff_t n, double left, double u[n])
{
    #pragma omp target teams distribute parallel for map(tofrom: u[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        u[i] = i == 0 ? left : 0.5 * u[i];
}
