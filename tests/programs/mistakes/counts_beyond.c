/* Wrong: between the atomic read of a count, which has a limit, and its atomic update others count, too. */
void counts_beyond_reference(ptrdiff_t n, int most, const int32_t x[n], int32_t count[1])
{
    int k = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        if (x[i] >= 0 && k < most)
            k++;
    count[0] = k;
}
void counts_beyond_offload(ptrdiff_t n, int most, const int32_t x[n], int32_t count[1])
{
    int k = 0;
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(tofrom: k)
    for (ptrdiff_t i = 0; i < n; i++) {
        int is;
        #pragma omp atomic read
        is = k;
        if (x[i] >= 0 && is < most) {
            #pragma omp atomic
            k++;
        }
    }
    count[0] = k;
}
