/* Wrong: height and width are taken for each other. */
/* Said: has the right numbers, with its two dimensions swapped */
void transposed_reference(ptrdiff_t h, ptrdiff_t w, const double a[h][w], double b[h][w])
{
    for (ptrdiff_t i = 0; i < h; i++)
        for (ptrdiff_t j = 0; j < w; j++)
            b[i][j] = 2 * a[i][j];
}

void transposed_offload(ptrdiff_t h, ptrdiff_t w, const double a[h][w], double b[h][w])
{
    const double *p = &a[0][0];
    double *q = &b[0][0];
    #pragma omp target teams distribute parallel for collapse(2) map(to: p[:h * w]) map(from: q[:h * w])
    for (ptrdiff_t j = 0; j < w; j++)
        for (ptrdiff_t i = 0; i < h; i++)
            q[j * h + i] = 2 * p[i * w + j];
}
