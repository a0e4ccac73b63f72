/* Programs that an MPI launcher has started several times. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* Called at the start of a program that may run as several ranks.  On rank 0, or without MPI, it returns true and the
 * program runs as usual.  The other ranks serve rank 0 until it ends.  Then, or if MPI fails, it returns false, and
 * *status is the exit status. */
bool ranks_begin(const char *program, int *status);

/* Called at the start of a program for one process: true if an MPI launcher has started several.  Rank 0 prints the error,
 * and has its status; the others succeed, or the launcher might kill rank 0 before it has printed anything. */
bool ranks_refuse(const char *program, int *status);

/* If there are several ranks, prints how many, on how many nodes, and how halos of devices are exchanged. */
void ranks_print(FILE *out);
