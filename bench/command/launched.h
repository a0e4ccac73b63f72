/* Programs that an MPI launcher has started several times. */
#ifndef TRI_LAUNCHED_H
#define TRI_LAUNCHED_H

#include <stdbool.h>
#include <stdio.h>

/* At the start of a program that ranks share: true on rank 0, which goes on as ever.  The others do what it asks for until
 * it ends; then, or where MPI cannot be had, this is false, and *status what to exit with. */
bool ranks_begin(const char *program, int *status);

/* At the start of one that is for one process: true where there are several, of which the first says so. */
bool ranks_refuse(const char *program, int *status);

/* Where there are several, how many, on how many machines, and how halos travel; else nothing. */
void ranks_print(FILE *out);

#endif
