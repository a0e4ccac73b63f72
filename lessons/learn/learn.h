/* What learn does. */
#ifndef LEARN_H
#define LEARN_H

#include "learn_options.h"

/* Carries out the request; *status is that of the program, if it is good. */
bool learn(const struct request *, int *status, struct tri_error *e);

#endif
