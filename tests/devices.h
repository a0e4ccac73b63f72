/* What the tests of several devices share. */
#ifndef TRI_TESTS_DEVICES_H
#define TRI_TESTS_DEVICES_H

#include "check.h"

#include <criterion/criterion.h>

enum { DEVICES = 4 };

/* Skips the test where there are not two. */
void need_devices(void);

/* Runs the case, whose outputs are to be poisoned, on several devices, and compares. */
void expect_bits_of(struct tri_launch, struct tri_case *, const struct tri_case *reference,
                    const char *says);

#endif
