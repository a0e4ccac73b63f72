/* looked at outside of the critical section that stores it */
void looked_reference(int n, const int x[n], int most[1])
{
    most[0] = x[0];
    for (int i = 1; i < n; i++)
        if (x[i] > most[0])
            most[0] = x[i];
}
void looked_simd(int n, const int x[n], int most[1])
{
    most[0] = x[0];
    #pragma omp parallel for
    for (int i = 1; i < n; i++)
        if (x[i] > most[0]) {
            #pragma omp critical
            if (x[i] > most[0])
                most[0] = x[i];
        }
}
