/* A file of C, built and compared in a folder of its own, which is gone afterwards. */
#pragma once

#include "triptych.h"

/* Runs compare with these options, the last one followed by NULL; *status is its own.  False: the file cannot be taken or
 * built, or compare not be run. */
bool try_file(const char *file, char *const *options, int *status, struct tri_error *e);
