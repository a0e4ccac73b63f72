/* Right: a table is computed once, by the first thread that needs it. */
void once_reference(ptrdiff_t n, const uint8_t u[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = u[i] * 0.5;
}

static double table[256];
static int ready;

void once_simd(ptrdiff_t n, const uint8_t u[n], double y[n])
{
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++) {
        int is;
        #pragma omp atomic read acquire
        is = ready;
        if (!is) {
            #pragma omp critical
            if (!ready) {
                for (int k = 0; k < 256; k++)
                    table[k] = k * 0.5;
                #pragma omp atomic write release
                ready = 1;
            }
        }
        y[i] = table[u[i]];
    }
}
