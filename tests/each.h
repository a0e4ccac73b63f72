/* Tests that are run for each hotspot in each precision, in a process of its own. */
#ifndef TRI_EACH_H
#define TRI_EACH_H

#include "hotspot.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

struct each {
    size_t hotspot;
    int precision;
};

/* The parameters of such a test. */
struct criterion_test_params each_hotspot(void);

const struct tri_hotspot *hotspot_in(const struct each *);

#endif
