/* a maximum without reduction: the one that counts is seldom lost */
void plainmax_reference(int n, const int x[n], int most[1])
{
    most[0] = x[0];
    for (int i = 1; i < n; i++)
        if (x[i] > most[0])
            most[0] = x[i];
}
void plainmax_offload(int n, const int x[n], int most[1])
{
    most[0] = x[0];
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(tofrom: most[:1])
    for (int i = 1; i < n; i++)
        if (x[i] > most[0])
            most[0] = x[i];
}
