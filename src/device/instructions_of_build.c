/* For which instructions this file was compiled, and with the same flags the hotspots.  It has no function, which
 * could not be called on another processor. */
#include "instructions.h"

const bool instructions_of_build[ALL_INSTRUCTIONS + 1] = {
#if defined(__AVX__)
    [INSTRUCTIONS_AVX] = true,
#endif
#if defined(__AVX2__)
    [INSTRUCTIONS_AVX2] = true,
#endif
#if defined(__FMA__)
    [INSTRUCTIONS_FMA] = true,
#endif
#if defined(__BMI2__)
    [INSTRUCTIONS_BMI2] = true,
#endif
#if defined(__AVX512F__)
    [INSTRUCTIONS_AVX512F] = true,
#endif
#if defined(__AVX512CD__)
    [INSTRUCTIONS_AVX512CD] = true,
#endif
#if defined(__AVX512DQ__)
    [INSTRUCTIONS_AVX512DQ] = true,
#endif
#if defined(__AVX512BW__)
    [INSTRUCTIONS_AVX512BW] = true,
#endif
#if defined(__AVX512VL__)
    [INSTRUCTIONS_AVX512VL] = true,
#endif
#if defined(__AVX512IFMA__)
    [INSTRUCTIONS_AVX512IFMA] = true,
#endif
#if defined(__AVX512VBMI__)
    [INSTRUCTIONS_AVX512VBMI] = true,
#endif
#if defined(__AVX512VNNI__)
    [INSTRUCTIONS_AVX512VNNI] = true,
#endif
    [ALL_INSTRUCTIONS] = false, /* C17 has no empty list, and a GPU has none of them */
};
