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
/* missed/plainmax: Wrong: a maximum without reduction, and the one that counts is seldom lost: sed '/pragma omp critical/,/if (/d; s/_simd/_offload/; s/omp parallel for/omp target teams distribute parallel for map(to: x[:n]) map(tofrom: most[:1])/' */
/* missed/sameflag: Wrong: many threads store the same value, a race all the same: sed '/pragma omp critical/,/if (/d; s/_simd/_offload/; s/omp parallel for/omp target teams distribute parallel for map(to: x[:n]) map(tofrom: most[:1])/; s/ = x\[0\]/ = 0/; s/x\[i\] > most\[0\]/x[i] % 7 == 0/; s/ = x\[i\]/ = 1/; s/int i = 1/int i = 0/' */
