/* bench --self-check: are the timer, the clocks and the ceilings plausible?  Known things are measured: steps of a known number of
 * cycles, copies of a known number of bytes, the same time by several clocks. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "triptych.h"

/* What was measured, and between which values it can be. */
struct self_check {
    char what[64];
    double measured; /* NaN: it could not be */
    const char *unit;
    double least, most;
    const char *otherwise; /* what it means if it is outside */
};

enum { SELF_CHECKS = 40 };

/* Measures all of them; returns how many there are.  A few seconds. */
size_t self_checks(struct self_check[SELF_CHECKS]);

bool self_check_good(const struct self_check *); /* or not measured */

/* A line for each, and the verdict; false: one is not plausible. */
bool self_check_print(FILE *, const struct self_check *, size_t n);
