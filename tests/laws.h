/* What tests of laws share: a law holds on every path in every precision, which are the rows of
 * their tables. */
#ifndef TRI_LAWS_H
#define TRI_LAWS_H

#include "check.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

struct row {
    int path, precision;
};

/* All of them but `origin`. */
struct criterion_test_params all_paths(void);

/* The hotspot of this name in the row's precision.  Skips the test if the row's path cannot run. */
const struct tri_hotspot *hotspot_of(const struct row *, const char *name);

/* case_of() that hotspot. */
struct tri_case case_on(const struct row *, const char *name, const char *settings);

/* Number i of a TRI_FLOATING operand.  A double holds every float. */
double value_at(const struct tri_case *, int operand, size_t i);
void set_value(struct tri_case *, int operand, size_t i, double x);

/* Expects that the settings are refused as a wrong request, with a line that has `says` in it. */
void expect_refused(const char *hotspot, const char *settings, const char *says);

#endif
