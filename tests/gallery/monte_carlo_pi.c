/* How many of many points in a square are in the circle, which says what pi is; each stream has random numbers of its own. */
#pragma omp declare target
static int64_t hits(int n, uint64_t state)
{
    int64_t inside = 0;
    for (int i = 0; i < n; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        inside += (state >> 48) * (state >> 48) + (state >> 32 & 0xffff) * (state >> 32 & 0xffff) < (uint64_t)1 << 32;
    }
    return inside;
}
#pragma omp end declare target

int64_t monte_carlo_pi_reference(int streams, int n, uint64_t seed)
{
    int64_t inside = 0;
    for (int s = 0; s < streams; s++)
        inside += hits(n, seed + s);
    return inside;
}

int64_t monte_carlo_pi_simd(int streams, int n, uint64_t seed)
{
    int64_t inside = 0;
    #pragma omp parallel for reduction(+: inside)
    for (int s = 0; s < streams; s++)
        inside += hits(n, seed + s);
    return inside;
}

int64_t monte_carlo_pi_offload(int streams, int n, uint64_t seed)
{
    int64_t inside = 0;
    #pragma omp target teams distribute parallel for map(tofrom: inside) reduction(+: inside)
    for (int s = 0; s < streams; s++)
        inside += hits(n, seed + s);
    return inside;
}
/* wrong, since all streams have the same numbers: sed '/_offload/,/^}/s/seed + s/seed/' */
