/* learn -- a course in directive-based offload that grades itself, with or without a GPU. */
#include "learn.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    struct request request;
    struct tri_error e;
    int status;
    bool good = learn_options(&request, argc, argv, &e) && learn(&request, &status, &e);
    if (good && (fflush(stdout) != 0 || ferror(stdout)))
        good = tri_fail(&e, TRI_FAILED, "standard output: %s", strerror(errno));
    return good ? status : tri_report("learn", &e);
}
