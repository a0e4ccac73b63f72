/* The command line of study. */
#ifndef TRI_STUDY_OPTIONS_H
#define TRI_STUDY_OPTIONS_H

#include "rerun.h"

/* Reads it, and whether its options and files go together; nothing is opened. */
bool study_options(struct studies *, int argc, char **argv, struct tri_error *);

#endif
