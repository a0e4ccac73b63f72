/* The processors of OpenMP's places (OMP_PLACES), to which OMP_PROC_BIND binds threads. */
#pragma once

#include <sched.h>
#include <stdbool.h>

/* Adds the processors of a place to a set.  Returns false if there is no memory. */
bool tri_place_add(int place, cpu_set_t *set);
