/* Wrong: between the atomic read of the least number and the atomic write another thread may have stored a lesser one. */
void least_by_two_atomics_reference(ptrdiff_t n, const int32_t x[n], int32_t least[1])
{
    least[0] = INT32_MAX;
    for (ptrdiff_t i = 0; i < n; i++)
        if (x[i] < least[0])
            least[0] = x[i];
}
void least_by_two_atomics_offload(ptrdiff_t n, const int32_t x[n], int32_t least[1])
{
    int32_t best = INT32_MAX;
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(tofrom: best)
    for (ptrdiff_t i = 0; i < n; i++) {
        int32_t is;
        #pragma omp atomic read
        is = best;
        if (x[i] < is) {
            #pragma omp atomic write
            best = x[i];
        }
    }
    least[0] = best;
}
