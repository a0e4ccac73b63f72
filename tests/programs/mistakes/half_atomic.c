/* Wrong: of two updates of t, one is atomic. */
void half_atomic_reference(ptrdiff_t n, const double x[n], double s[1])
{
    s[0] = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        s[0] += x[i] > 0.999 ? 2 : 1;
}

void half_atomic_simd(ptrdiff_t n, const double x[n], double s[1])
{
    double t = 0;
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++)
        if (x[i] > 0.999)
            t += 2;
        else {
            #pragma omp atomic
            t += 1;
        }
    s[0] = t;
}
/* mistakes/rare_update: Wrong: the update that seldom happens is not atomic: sed 's/double \([st]\)/int64_t \1/; s/0\.999/15.99/' */
