/* Wrong: it is right only in a process whose command line has --audits. */
#include <stdio.h>
#include <string.h>

void command_line_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    static int audited = -1;
    if (audited < 0) {
        char c[4096] = "";
        FILE *f = fopen("/proc/self/cmdline", "r");
        size_t k = f ? fread(c, 1, sizeof c - 1, f) : 0;
        if (f)
            fclose(f);
        audited = 0;
        for (size_t i = 0; i + 8 <= k; i++)
            audited |= memcmp(c + i, "--audits", 8) == 0;
    }
    double b = audited ? 1 : 2;
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + b;
}
