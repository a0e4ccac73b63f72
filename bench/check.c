/* check -- the verdict on a loop of your own: triptych check FILE.c */
#include "programs.h"
#include "launched.h"
#include "output.h"
#include "try.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: triptych check FILE.c [OPTIONS OF compare]\n\n"
    "Builds the loop of FILE.c in a folder that is removed afterwards, and compares its paths with the reference: the\n"
    "file defines NAME_reference and any of NAME_offload, NAME_simd and NAME_avx2. `triptych new NAME DIR --from FILE.c`\n"
    "makes a project of it, which measures, too.\n\n"
    "Status: 0 all paths are right, 1 one is wrong, 2 the file cannot be taken.\n";

int tri_check(int argc, char **argv)
{
    struct tri_error e;
    int status = TRI_USAGE;
    if (ranks_refuse("check", &status))
        return status;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return finish("triptych check", true, false, &e);
    }
    bool good = argc > 1 && *argv[1] != '-'
                    ? try_file(argv[1], argv + 2, &status, &e)
                    : tri_fail(&e, TRI_USAGE, "takes a FILE.c first (see --help)");
    return good ? status : finish("triptych check", false, false, &e);
}
