/* A program: its main function is in the library of programs. */
#include "programs.h"

int main(int argc, char **argv)
{
    return TRI_PROGRAM(argc, argv);
}
