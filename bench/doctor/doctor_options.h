/* The command line of doctor. */
#ifndef TRI_DOCTOR_OPTIONS_H
#define TRI_DOCTOR_OPTIONS_H

#include <stdbool.h>

#include "triptych.h"

/* Reads it; whether nothing was asked for. */
bool doctor_options(int argc, char **argv, struct tri_error *);

#endif
