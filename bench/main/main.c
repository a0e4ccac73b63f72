/* A program: its main function is in the library of programs. */
#include "programs.h"
#include "triptych.h"

#include <string.h>

/* Its help can be read on any processor: the manual is written on the machine that builds, for another. */
static bool is_for_help(int argc, char **argv)
{
    return argc > 1 && strncmp(argv[1], "--help", strlen("--help")) == 0;
}

int main(int argc, char **argv)
{
    struct tri_error e;
    if (!is_for_help(argc, argv) && !tri_processor_suffices(&e))
        return tri_report(TRI_PROGRAM_NAME, &e);
    return TRI_PROGRAM(argc, argv);
}
