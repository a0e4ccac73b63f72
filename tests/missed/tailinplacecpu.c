/* Four at a time, in place: what lies behind is multiplied, too. */
void tailinplacecpu_reference(int n, double u[n])
{
    for (int i = 0; i < n; i++)
        u[i] = u[i] * u[i] + 1;
}
void tailinplacecpu_simd(int n, double u[n])
{
    for (int i = 0; i < n; i += 4)
        for (int k = i; k < i + 4; k++)
            u[k] = u[k] * u[k] + 1;
}
