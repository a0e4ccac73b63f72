/* Right: five reductions in one region. */
void reductions_reference(ptrdiff_t n, const int32_t x[n], int64_t s[5])
{
    int64_t sum = 0;
    int32_t most = x[0], least = x[0], bits = 0;
    int all = 1;
    for (ptrdiff_t i = 0; i < n; i++) {
        sum += x[i];
        most = x[i] > most ? x[i] : most;
        least = x[i] < least ? x[i] : least;
        bits |= x[i];
        all = all && x[i] != 3;
    }
    s[0] = sum;
    s[1] = most;
    s[2] = least;
    s[3] = bits;
    s[4] = all;
}

void reductions_offload(ptrdiff_t n, const int32_t x[n], int64_t s[5])
{
    int64_t sum = 0;
    int32_t most, least, bits = 0;
    int all = 1;
    #pragma omp target data map(to: x[:n]) map(from: s[:5])
    {
        #pragma omp target map(from: most, least)
        most = least = x[0];
        #pragma omp target teams distribute parallel for reduction(+: sum) reduction(max: most) reduction(min: least) reduction(|: bits) reduction(&&: all) map(tofrom: sum, most, least, bits, all)
        for (ptrdiff_t i = 0; i < n; i++) {
            sum += x[i];
            most = x[i] > most ? x[i] : most;
            least = x[i] < least ? x[i] : least;
            bits |= x[i];
            all = all && x[i] != 3;
        }
        #pragma omp target map(to: sum, most, least, bits, all)
        {
            s[0] = sum;
            s[1] = most;
            s[2] = least;
            s[3] = bits;
            s[4] = all;
        }
    }
}
