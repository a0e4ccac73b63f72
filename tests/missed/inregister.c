/* j is shared, and in a register of each thread if the compiler optimises */
void inregister_reference(int n, const double x[n], double z[n])
{
    for (int i = 0; i < n; i++) {
        z[i] = 0;
        for (int j = 0; j < 8; j++)
            z[i] += x[i] * j;
    }
}
void inregister_simd(int n, const double x[n], double z[n])
{
    int j;
    #pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (j = 0; j < 8; j++)
            sum += x[i] * j;
        z[i] = sum;
    }
}
