/* Wrong: the update that seldom happens is not atomic. */
void rare_update_reference(ptrdiff_t n, const double x[n], int64_t s[1])
{
    s[0] = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        s[0] += x[i] > 15.99 ? 2 : 1;
}

void rare_update_simd(ptrdiff_t n, const double x[n], int64_t s[1])
{
    int64_t t = 0;
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++)
        if (x[i] > 15.99)
            t += 2;
        else {
            #pragma omp atomic
            t += 1;
        }
    s[0] = t;
}
