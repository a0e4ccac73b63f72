/* Right: the edges of a result keep what the caller has put there. */
void edges_kept_reference(ptrdiff_t h, ptrdiff_t w, const double a[h][w], double b[h][w])
{
    for (ptrdiff_t i = 1; i < h - 1; i++)
        for (ptrdiff_t j = 1; j < w - 1; j++)
            b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}

void edges_kept_offload(ptrdiff_t h, ptrdiff_t w, const double a[h][w], double b[h][w])
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[:h][:w]) map(tofrom: b[:h][:w])
    for (ptrdiff_t i = 1; i < h - 1; i++)
        for (ptrdiff_t j = 1; j < w - 1; j++)
            b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}
/* mistakes/edges_lost: Wrong: the edges of a result are what the device's memory held: sed 's/tofrom: b/from: b/' */
