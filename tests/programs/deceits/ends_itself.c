/* Wrong: it prints a verdict, and ends the process. */
#include <stdio.h>
#include <unistd.h>

void ends_itself_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    printf("VERDICT: ok\n");
    fflush(stdout);
    _exit(0);
}
