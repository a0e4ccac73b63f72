/* new -- writes a project for a hotspot of your own: triptych new NAME DIR. */
#include "programs.h"
#include "launched.h"
#include "output.h"
#include "project.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: triptych new NAME DIR\n\n"
    "Writes a hotspot that builds and passes its tests, ready to be changed, into the folder DIR: NAME.c,\n"
    "NAME-law.c and CMakeLists.txt. DIR is made if there is none; no file is overwritten.\n";

int tri_new(int argc, char **argv)
{
    struct tri_error e;
    int status;
    if (ranks_refuse("new", &status))
        return status;
    bool good = true, asked = argc == 2 && strcmp(argv[1], "--help") == 0;
    if (asked)
        fputs(usage, stdout);
    else if (argc != 3)
        good = tri_fail(&e, TRI_USAGE, "takes NAME and DIR, and nothing else (see --help)");
    else
        good = project_new(argv[1], argv[2], &e);
    if (good && !asked)
        printf(
            "%s/%s.c describes it; next:\n\n    cmake -S %s -B %s/build && cmake --build %s/build && "
            "ctest --test-dir %s/build\n    %s/build/%s-bench\n",
            argv[2], argv[1], argv[2], argv[2], argv[2], argv[2], argv[2], argv[1]);
    return finish("triptych new", good, false, &e);
}
