/* What tables say of the conditions under which they were measured. */
#pragma once

#include <stdio.h>

#include "measure.h"

/* The faults that were found, the first of each kind in words. */
struct faults {
    char text[TRI_FAULTS][TRI_FAULT_LENGTH];
};

/* Adds those that are not among them yet, but for those in `said` (NULL: none are). */
void faults_add(struct faults *, const struct tri_conditions *, double clock,
                const struct faults *said);

/* "Conditions: other processes kept 1.3 processors busy; …", indented and wrapped; nothing if there are none. */
void faults_print(const struct faults *, FILE *out, int indent, const char *before);

/* What could not be read, and why: a line for each reason. */
void print_unread(FILE *out, bool on_gpu);
