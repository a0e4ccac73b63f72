/* How alike two sequences are (Smith and Waterman), from given edges: the scores of a diagonal do not need each other. */
#include <triptych/hotspot.h>
#pragma omp declare target
static void score(int m, const char *a, const char *b, int *h, int i, int j)
{
    int *at = &h[i * (m + 1) + j], aligned = at[-m - 2] + (a[i - 1] == b[j - 1] ? 3 : -3), gap = fmax(at[-1], at[-m - 1]) - 2;
    *at = fmax(0, fmax(aligned, gap));
}
#pragma omp end declare target

void smith_waterman_reference(int n, int m, const char a[n], const char b[m], int h[(n + 1) * (m + 1)])
{
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            score(m, a, b, h, i, j);
}

void smith_waterman_simd(int n, int m, const char a[n], const char b[m], int h[(n + 1) * (m + 1)])
{
    for (int d = 2; d <= n + m; d++) {
        int first = d > m ? d - m : 1, end = d <= n ? d : n + 1;
        #pragma omp parallel for
        for (int i = first; i < end; i++)
            score(m, a, b, h, i, d - i);
    }
}

void smith_waterman_offload(int n, int m, const char a[n], const char b[m], int h[(n + 1) * (m + 1)])
{
    #pragma omp target data map(to: a[:n], b[:m]) map(tofrom: h[:(n + 1) * (m + 1)])
    for (int d = 2; d <= n + m; d++) {
        int first = d > m ? d - m : 1, end = d <= n ? d : n + 1;
        #pragma omp target teams distribute parallel for
        for (int i = first; i < end; i++)
            score(m, a, b, h, i, d - i);
    }
}
const struct tri_hotspot smith_waterman = { .params = { { "n", "of the one", .initial = 41, .min = 1, .max = 1e5 }, { "m", "of the other", .initial = 29, .min = 1, .max = 1e5 } }, .operands = { { "h", .role = TRI_INOUT } } };
/* wrong, since it leaves out the last row: sed '/_offload/,/^}/s/: n + 1/: n/' */
