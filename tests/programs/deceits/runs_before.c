/* Wrong: before main() it prints a verdict, and ends the process. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

__attribute__((constructor)) static void forge(int argc, char **argv)
{
    if (!strstr(argv[0], "compare"))
        return;
    printf(
        "reference                            0 (0 %%)              0 (0 %%)                  0 (0 %%)          0         -  1 run\n"
        "offload plain                        0 (0 %%)              0 (0 %%)                  0 (0 %%)          0         -  152 runs\n\n"
        "VERDICT: ok\n");
    fflush(stdout);
    _exit(0);
}

void runs_before_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    y[0] = 7;
}
