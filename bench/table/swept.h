/* The values of a sweep that a row is of. */
#pragma once

#include <stdio.h>

#include "measure.h"

/* Prints values ("2,1000") of names ("devices,size"), but "-" for a launch setting that does not concern the measurement, as
 * the number of devices does not concern a CPU.  Returns how many characters that were. */
int print_swept(FILE *out, const char *names, const char *values, const struct tri_measurement *);
