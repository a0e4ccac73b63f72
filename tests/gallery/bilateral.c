/* A bilateral filter in whole numbers: a mean of what is near and alike; at the edges it sees less. */
enum { R = 2, SIDE = 2 * R + 1 };

#pragma omp declare target
static int mean(int width, int height, const uint8_t *in, const int *near, const int *alike, int at)
{
    int sum = 0, weights = 0;
    for (int k = 0; k < SIDE * SIDE; k++) {
        int y = at / width + k / SIDE - R, x = at % width + k % SIDE - R;
        if (y < 0 || y >= height || x < 0 || x >= width)
            continue;
        int weight = near[k] * alike[255 + in[y * width + x] - in[at]];
        sum += weight * in[y * width + x];
        weights += weight;
    }
    return weights ? sum / weights : in[at];
}
#pragma omp end declare target

void bilateral_reference(int width, int height, const uint8_t in[height * width], const int near[SIDE * SIDE], const int alike[511], int out[height * width])
{
    for (int i = 0; i < height * width; i++)
        out[i] = mean(width, height, in, near, alike, i);
}

void bilateral_simd(int width, int height, const uint8_t in[height * width], const int near[SIDE * SIDE], const int alike[511], int out[height * width])
{
    #pragma omp parallel for
    for (int i = 0; i < height * width; i++)
        out[i] = mean(width, height, in, near, alike, i);
}

void bilateral_offload(int width, int height, const uint8_t in[height * width], const int near[SIDE * SIDE], const int alike[511], int out[height * width])
{
    #pragma omp target teams distribute parallel for map(to: in[:height * width], near[:SIDE * SIDE], alike[:511]) map(from: out[:height * width])
    for (int i = 0; i < height * width; i++)
        out[i] = mean(width, height, in, near, alike, i);
}
/* wrong, since half of a table is not there: sed 's/alike\[:511/alike[:256/' */
