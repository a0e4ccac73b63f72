/* Right: an array that is used behind a region of two directives is not in it. */
#pragma omp declare target

static uint32_t mix(uint32_t h)
{
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    return h;
}
#pragma omp end declare target
void region_in_two_lines_reference(int64_t n, const uint32_t x[n], uint32_t h[1])
{
    uint32_t all = 0;
    for (int64_t i = 0; i < n; i++)
        all ^= mix(x[i] + (uint32_t)i);
    h[0] = all;
}

void region_in_two_lines_offload(int64_t n, const uint32_t x[n], uint32_t h[1])
{
    const uint32_t *p = x;
    uint32_t all = 0;
    #pragma omp target map(to: p[:n]) map(tofrom: all)
    #pragma omp teams distribute parallel for reduction(^: all)
    for (int64_t i = 0; i < n; i++)
        all ^= mix(p[i] + (uint32_t)i);
    h[0] = all;
}
