/* References that several programs have. */
void NAME_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}

void NAME_reference(ptrdiff_t n, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i] * x[i];
}

void NAME_reference(ptrdiff_t n, const int32_t x[n], int64_t s[1])
{
    s[0] = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        s[0] += x[i];
}

void NAME_reference(ptrdiff_t n, const uint8_t u[n], int32_t h[256])
{
    for (int k = 0; k < 256; k++)
        h[k] = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        h[u[i]]++;
}

void NAME_reference(ptrdiff_t n, const uint8_t u[n], int32_t h[16])
{
    for (int k = 0; k < 16; k++)
        h[k] = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        h[u[i] % 16]++;
}

void NAME_reference(ptrdiff_t n, const int32_t x[n], int64_t y[n], int64_t s[1])
{
    s[0] = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        y[i] = 2 * (int64_t)x[i];
        s[0] += y[i];
    }
}
