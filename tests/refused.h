/* What programs do with a command line before they open a file; tests/test_refusals.c and the fuzzer ask it. */
#pragma once

#include <stdbool.h>

#include "triptych.h"

/* Whether it is refused; *e says why. */
typedef bool refuser(int n, char **words, struct tri_error *e);

refuser by_bench, by_compare, by_render, by_study, by_versus, by_draw, by_explore, by_verdict,
    by_doctor;
