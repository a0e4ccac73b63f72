/* Instruction sets that a compiler may use anywhere, if the build's flags name them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Those that some processors have and others lack; further ones come with them.  Each by its macro, and by its name in
 * compilers and /proc/cpuinfo. */
/* clang-format off */
#define INSTRUCTION_SETS(SET) \
    SET(AVX, avx) \
    SET(AVX2, avx2) \
    SET(FMA, fma) \
    SET(BMI2, bmi2) \
    SET(AVX512F, avx512f) \
    SET(AVX512CD, avx512cd) \
    SET(AVX512DQ, avx512dq) \
    SET(AVX512BW, avx512bw) \
    SET(AVX512VL, avx512vl) \
    SET(AVX512IFMA, avx512ifma) \
    SET(AVX512VBMI, avx512vbmi) \
    SET(AVX512VNNI, avx512vnni)
/* clang-format on */

#define INSTRUCTION_NUMBER(macro, name) INSTRUCTIONS_##macro,
enum { INSTRUCTION_SETS(INSTRUCTION_NUMBER) ALL_INSTRUCTIONS };
#undef INSTRUCTION_NUMBER

/* Those that the hotspots are compiled for, and a terminating entry. */
extern const bool instructions_of_build[ALL_INSTRUCTIONS + 1];

/* Lists those that are needed and missing, separated by blanks; returns whether there are any. */
bool instructions_lacking(const bool needed[ALL_INSTRUCTIONS], const bool there[ALL_INSTRUCTIONS],
                          char *names, size_t size);
