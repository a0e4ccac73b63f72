/* Wrong: a number is drawn by an atomic update, and read by another atomic, so two threads may have the same. */
void number_read_later_reference(ptrdiff_t n, const double x[n], int32_t count[1], double sum[1])
{
    count[0] = 0;
    sum[0] = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        if (x[i] > 0)
            sum[0] += ++count[0];
}

void number_read_later_offload(ptrdiff_t n, const double x[n], int32_t count[1], double sum[1])
{
    int32_t drawn = 0;
    double all = 0;
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: drawn) reduction(+: all)
    for (ptrdiff_t i = 0; i < n; i++)
        if (x[i] > 0) {
            int32_t number;
            #pragma omp atomic
            drawn++;
            #pragma omp atomic read
            number = drawn;
            all += number;
        }
    count[0] = drawn;
    sum[0] = all;
}
/* right/number_captured: Right: the same, by one atomic: sed '/atomic$/d; /drawn++;/d; s/atomic read/atomic capture/; s/number = drawn/number = ++drawn/' */
