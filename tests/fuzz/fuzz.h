/*
 * What libFuzzer calls with bytes that it makes up (tests/fuzz/run): a function for each reader of Triptych.  A reader may refuse
 * them; it must not crash, hang, lose memory or read beyond its input.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A file of this name in a folder of the process, with these bytes.  The path is good up to the next call. */
const char *fuzz_file(const char *name, const void *bytes, size_t n);

/* The bytes as a string, to be freed. */
char *fuzz_text(const uint8_t *bytes, size_t n);

/* A stream that goes nowhere. */
FILE *fuzz_nowhere(void);

typedef void fuzz_target(const uint8_t *bytes, size_t n);

fuzz_target fuzz_sources, fuzz_options, fuzz_png, fuzz_inputs, fuzz_rows, fuzz_database,
    fuzz_images, fuzz_lessons, fuzz_page;
