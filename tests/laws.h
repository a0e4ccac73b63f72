/* What tests of laws share: a law holds on every path in every precision, which are the rows of
 * their tables. */
#pragma once

#include "check.h"

struct row {
    int path, precision;
    const struct tri_variant *variant; /* that the law is about; NULL in tables */
};

/* All of them but `origin`, and but `offload` in a build without it. */
struct criterion_test_params all_paths(void);

/* The hotspot of this name in the row's precision.  Skips the test if the row's path cannot run. */
const struct tri_hotspot *hotspot_of(const struct row *, const char *name);

/* Makes the row one of the hotspot's next variant whose path can run here, of the first if it has none
 * yet; false after the last.  A path that has no variants comes once. */
bool next_variant(struct row *, const struct tri_hotspot *);

/* Calls law() with a row of each of them.  Skips the test if the row's path cannot run. */
void for_variants(const struct row *, const char *hotspot, void (*law)(const struct row *));

/* The test of that name, which is the law's: on each row, of each variant; or as another function calls it. */
#define LAW(hotspot, law)                          \
    EACH_OF(hotspot, law, struct row, all_paths()) \
    {                                              \
        for_variants(r, #hotspot, law);            \
    }
#define LAW_BY(hotspot, law, caller)               \
    EACH_OF(hotspot, law, struct row, all_paths()) \
    {                                              \
        caller(r, law);                            \
    }

/* A case of the hotspot in the row's precision and variant, which is the plain one if it has none. */
struct tri_case case_on(const struct row *, const char *hotspot, const char *settings);

/* Number i of a TRI_FLOATING operand.  A double holds every float. */
double value_at(const struct tri_case *, int operand, size_t i);
void set_value(struct tri_case *, int operand, size_t i, double x);
