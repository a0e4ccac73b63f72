/* Right, and called wrong: a prefix sum by reduction(inscan, +: s). */
void inclusive_scan_reference(ptrdiff_t n, const int32_t x[n], int64_t y[n])
{
    int64_t s = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        s += x[i];
        y[i] = s;
    }
}

void inclusive_scan_simd(ptrdiff_t n, const int32_t x[n], int64_t y[n])
{
    int64_t s = 0;
    #pragma omp parallel for reduction(inscan, +: s)
    for (ptrdiff_t i = 0; i < n; i++) {
        s += x[i];
        #pragma omp scan inclusive(s)
        y[i] = s;
    }
}
