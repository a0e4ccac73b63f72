/* learn -- how is offload written?  Lessons that compile, run and judge your files, with or without a GPU. */
#include "learn.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    struct request request;
    struct tri_error e;
    int status;
    places_find();
    bool good = learn_options(&request, argc, argv, &e) && learn(&request, &status, &e);
    if (good && (fflush(stdout) != 0 || ferror(stdout)))
        good = tri_fail(&e, TRI_FAILED, "standard output: %s", strerror(errno));
    return good ? status : tri_report("learn", &e);
}
