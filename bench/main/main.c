/* A program: its main function is in the library of programs. */
#include "programs.h"
#include "triptych.h"

int main(int argc, char **argv)
{
    struct tri_error e;
    if (!tri_processor_suffices(&e))
        return tri_report(TRI_PROGRAM_NAME, &e);
    return TRI_PROGRAM(argc, argv);
}
