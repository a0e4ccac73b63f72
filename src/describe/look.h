/* What a file of somebody's says before a project is made of it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { LOOK_NAME = 64, LOOK_SAID = 360 };

/* The hotspot that the file of C has: `wanted`, or the one with a NAME_reference, which is in that line.  False: there is none,
 * or its prototypes cannot be read; `said` is a line that says why. */
bool look_at_file(const char *file, const char *wanted, char name[static LOOK_NAME], int *line,
                  char said[static LOOK_SAID]);

/* Writes peers.c for a NAME_cuda that the file of CUDA defines: it has the arguments of NAME_reference, or the case. */
bool look_write_peer(FILE *out, const char *name, const char *file, const char *cuda,
                     char said[static LOOK_SAID]);
