/* Right: two threads may find the same neighbour, and then store the same level. */
enum { D = 3 };
void levels_reference(int n, const int32_t to[n][D], int32_t dist[n])
{
    for (int i = 0; i < n; i++)
        dist[i] = i == 0 ? 0 : -1;
    for (int level = 0, any = 1; any; level++) {
        any = 0;
        for (int i = 0; i < n; i++)
            if (dist[i] == level)
                for (int k = 0; k < D; k++) {
                    int j = (uint32_t)to[i][k] % (uint32_t)n;
                    if (dist[j] < 0) {
                        dist[j] = level + 1;
                        any = 1;
                    }
                }
    }
}

void levels_offload(int n, const int32_t to[n][D], int32_t dist[n])
{
    #pragma omp target data map(to: to[:n][:D]) map(from: dist[:n])
    {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            dist[i] = i == 0 ? 0 : -1;
        for (int level = 0, any = 1; any; level++) {
            any = 0;
            #pragma omp target teams distribute parallel for map(tofrom: any)
            for (int i = 0; i < n; i++) {
                int own;
                #pragma omp atomic read
                own = dist[i];
                if (own != level)
                    continue;
                for (int k = 0; k < D; k++) {
                    int j = (uint32_t)to[i][k] % (uint32_t)n, is;
                    #pragma omp atomic read
                    is = dist[j];
                    if (is >= 0)
                        continue;
                    #pragma omp atomic write
                    dist[j] = level + 1;
                    #pragma omp atomic write
                    any = 1;
                }
            }
        }
    }
}
