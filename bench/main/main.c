/* A program: its main function is in the library of programs. */
#include "programs.h"
#include "triptych.h"

#include <string.h>

int main(int argc, char **argv)
{
    /* Its help can be read on any processor: the manual is written on the machine that builds, for another. */
    bool is_for_help = argc > 1 && strncmp(argv[1], "--help", strlen("--help")) == 0;
    struct tri_error e;
    if (!is_for_help && !tri_processor_suffices(&e))
        return tri_report(TRI_PROGRAM_NAME, &e);
    return TRI_PROGRAM(argc, argv);
}
