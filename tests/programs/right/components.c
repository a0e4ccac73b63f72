/* Right: the least number of each connected part, by atomics until nothing changes. */
void components_reference(int n, const int a[n], const int b[n], int root[n])
{
    for (int i = 0; i < n; i++)
        root[i] = i;
    for (int again = 1; again;) {
        again = 0;
        for (int e = 0; e < n; e++) {
            int u = root[a[e]], v = root[b[e]], m = u < v ? u : v;
            if (u != v) {
                root[a[e]] = root[b[e]] = m;
                again = 1;
            }
        }
    }
}
void components_offload(int n, const int a[n], const int b[n], int root[n])
{
    #pragma omp target data map(to: a[:n], b[:n]) map(from: root[:n])
    {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            root[i] = i;
        int again = 1;
        while (again) {
            again = 0;
            #pragma omp target teams distribute parallel for reduction(||: again) map(tofrom: again)
            for (int e = 0; e < n; e++) {
                int u, v;
                #pragma omp atomic read
                u = root[a[e]];
                #pragma omp atomic read
                v = root[b[e]];
                if (u < v) {
                    #pragma omp atomic compare
                    if (root[b[e]] > u) {
                        root[b[e]] = u;
                    }
                    again = 1;
                } else if (v < u) {
                    #pragma omp atomic compare
                    if (root[a[e]] > v) {
                        root[a[e]] = v;
                    }
                    again = 1;
                }
            }
        }
    }
}
