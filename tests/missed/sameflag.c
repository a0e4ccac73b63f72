/* many threads store the same value: a race all the same */
void sameflag_reference(int n, const int x[n], int found[1])
{
    found[0] = 0;
    for (int i = 0; i < n; i++)
        if (x[i] % 7 == 0)
            found[0] = 1;
}
void sameflag_offload(int n, const int x[n], int found[1])
{
    found[0] = 0;
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(tofrom: found[:1])
    for (int i = 0; i < n; i++)
        if (x[i] % 7 == 0)
            found[0] = 1;
}
