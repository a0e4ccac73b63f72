/* Sums of all numbers up to each one. */
enum { BLOCKS = 16, PIECE = 1 << 16 };

void prefix_sum_reference(int n, const int16_t x[n], int64_t sum[n])
{
    for (int i = 0; i < n; i++)
        sum[i] = (i > 0 ? sum[i - 1] : 0) + x[i];
}

/* In pieces: clang 19 has all of a scan on the stack. */
void prefix_sum_simd(int n, const int16_t x[n], int64_t sum[n])
{
    for (int first = 0; first < n; first += PIECE) {
        int end = n - first < PIECE ? n : first + PIECE;
        int64_t before = first > 0 ? sum[first - 1] : 0, so_far = 0;
        sum[first] = before + x[first];
        if (end - first == 1)
            break; /* clang 19's scan of one number ends the program */
        #pragma omp parallel for reduction(inscan, +: so_far)
        for (int i = first; i < end; i++) {
            so_far += x[i];
            #pragma omp scan inclusive(so_far)
            sum[i] = before + so_far;
        }
    }
}

void prefix_sum_offload(int n, const int16_t x[n], int64_t sum[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: sum[:n])
    for (int b = 0; b < BLOCKS; b++) {
        int first = (int)((int64_t)n * b / BLOCKS), end = (int)((int64_t)n * (b + 1) / BLOCKS);
        int64_t so_far = 0;
        for (int i = 0; i < first; i++)
            so_far += x[i];
        for (int i = first; i < end; i++)
            sum[i] = so_far += x[i];
    }
}
/* wrong, since it leaves out the last number of a block: sed 's/i < end/i < end - 1/' */
