/* What the tests of moldyn share. */
#pragma once

#include "laws.h"

enum { START_POSITION, START_VELOCITY, POSITION, VELOCITY, FORCE, POTENTIAL, PAIRS };

/* Of the case's precision. */
double epsilon(const struct tri_case *);

size_t particles(const struct tri_case *);

/* Of the cube. */
double edge(const struct tri_case *);

/* A case after a run. */
struct tri_case ran(const struct row *, const char *settings);

/* The end of one run becomes the start of another. */
void go_on(struct tri_case *, double velocity);
