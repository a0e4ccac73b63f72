/* What a file has in front, behind real.h, that is compiled to be watched: whether it is on a device is for Triptych to say (src/audit/races.c).
 * clang's omp.h has a function that is 1 on the host. */
#pragma once

#include <omp.h>

int tri_is_initial_device(void);
#define omp_is_initial_device tri_is_initial_device
