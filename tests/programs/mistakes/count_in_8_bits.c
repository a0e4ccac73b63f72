/* Wrong: iterations are counted in 8 bits, and up to as many as somebody asks for. */
void count_in_8_bits_reference(int w, int h, int most, double zoom, int32_t count[h][w])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double cr = zoom * (x - w / 2.0) / w - 0.5, ci = zoom * (y - h / 2.0) / h, r = 0, i = 0;
            int k = 0;
            for (; k < most && r * r + i * i <= 4; k++) {
                double t = r * r - i * i + cr;
                i = 2 * r * i + ci;
                r = t;
            }
            count[y][x] = k;
        }
}

void count_in_8_bits_offload(int w, int h, int most, double zoom, int32_t count[h][w])
{
    #pragma omp target teams distribute parallel for collapse(2) map(from: count[:h][:w])
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double cr = zoom * (x - w / 2.0) / w - 0.5, ci = zoom * (y - h / 2.0) / h, r = 0, i = 0;
            uint8_t k = 0;
            for (; k < (most < 255 ? most : 255) && r * r + i * i <= 4; k++) {
                double t = r * r - i * i + cr;
                i = 2 * r * i + ci;
                r = t;
            }
            count[y][x] = k;
        }
}
