/* 0.1 times i is not a sum of 0.1 */
void stepzero_reference(int n, double x0, double h, double y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = x0 + i * h;
}
void stepzero_simd(int n, double x0, double h, double y[n])
{
    double x = x0;
    for (int i = 0; i < n; i++) {
        y[i] = x;
        x += h;
    }
}
