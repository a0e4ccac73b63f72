/* A step of k-means: the centre that each colour is nearest to, and the sum and the number of each centre's colours. */
enum { K = 16 };

#pragma omp declare target
static int put(const uint8_t *colour, const uint8_t *centre, int64_t *sum)
{
    int best = 0, least = 1 << 30;
    for (int c = 0; c < K; c++) {
        int r = colour[0] - centre[3 * c], g = colour[1] - centre[3 * c + 1], b = colour[2] - centre[3 * c + 2];
        if (r * r + g * g + b * b < least)
            least = r * r + g * g + b * b, best = c;
    }
    for (int i = 0; i < 4; i++) {
        #pragma omp atomic
        sum[4 * best + i] += i < 3 ? colour[i] : 1;
    }
    return best;
}
#pragma omp end declare target

void k_means_reference(int n, const uint8_t colour[3 * n], const uint8_t centre[3 * K], int nearest[n], int64_t sum[4 * K])
{
    for (int i = 0; i < n; i++)
        nearest[i] = put(colour + 3 * i, centre, sum);
}

void k_means_simd(int n, const uint8_t colour[3 * n], const uint8_t centre[3 * K], int nearest[n], int64_t sum[4 * K])
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        nearest[i] = put(colour + 3 * i, centre, sum);
}

void k_means_offload(int n, const uint8_t colour[3 * n], const uint8_t centre[3 * K], int nearest[n], int64_t sum[4 * K])
{
    #pragma omp target teams distribute parallel for map(to: colour[:3 * n], centre[:3 * K]) map(tofrom: sum[:4 * K]) map(from: nearest[:n])
    for (int i = 0; i < n; i++)
        nearest[i] = put(colour + 3 * i, centre, sum);
}
/* wrong, since the sums do not get there: sed 's/map(tofrom: sum/map(from: sum/' */
