/* Wrong: it prints a verdict, and ends the process. */
#include <stdio.h>
#include <unistd.h>

void ends_itself_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}

void ends_itself_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    printf("VERDICT: ok\n");
    fflush(stdout);
    _exit(0);
}
