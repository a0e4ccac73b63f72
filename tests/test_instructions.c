/* A build for instructions that a processor lacks, with faked processors. */
#include "instructions.h"
#include "build_info.h"
#include "check.h"
#include "triptych.h"

#include <criterion/criterion.h>
#include <string.h>

static const bool haswell[ALL_INSTRUCTIONS] = {
    [INSTRUCTIONS_AVX] = true,
    [INSTRUCTIONS_AVX2] = true,
    [INSTRUCTIONS_FMA] = true,
    [INSTRUCTIONS_BMI2] = true,
};
static const bool none[ALL_INSTRUCTIONS];

Test(instructions, a_processor_that_has_them_or_more)
{
    char names[100] = "untouched";
    cr_expect(!instructions_lacking(none, none, names, sizeof names));
    cr_expect(!instructions_lacking(none, haswell, names, sizeof names));
    cr_expect(!instructions_lacking(haswell, haswell, names, sizeof names));
    cr_expect_str_eq(names, "untouched");
}

Test(instructions, one_that_lacks_some)
{
    char names[100];
    bool skylake[ALL_INSTRUCTIONS];
    memcpy(skylake, haswell, sizeof skylake);
    skylake[INSTRUCTIONS_AVX512F] = skylake[INSTRUCTIONS_AVX512VL] = true;
    cr_expect(instructions_lacking(skylake, haswell, names, sizeof names));
    cr_expect_str_eq(names, "avx512f avx512vl");
    cr_expect(instructions_lacking(haswell, none, names, sizeof names));
    cr_expect_str_eq(names, "avx avx2 fma bmi2");
}

Test(instructions, names_stay_in_their_buffer)
{
    char names[] = "123456789abcdef";
    cr_expect(instructions_lacking(haswell, none, names, 6));
    cr_expect_str_eq(names, "avx a");
    cr_expect_str_eq(names + 6, "789abcdef");
}

/* Whatever the flags, a hotspot's lanes are what the table says. */
Test(instructions, are_those_of_the_flags)
{
    struct tri_error e;
    bool v3 = !strcmp(TRIPTYCH_ISA, "x86-64-v3"), v4 = !strcmp(TRIPTYCH_ISA, "x86-64-v4");
    cr_expect(!(v3 || v4) || instructions_of_build[INSTRUCTIONS_AVX2]);
    cr_expect(!v3 || !instructions_of_build[INSTRUCTIONS_AVX512F]);
    cr_expect(!v4 || instructions_of_build[INSTRUCTIONS_AVX512VL]);
    cr_expect(tri_processor_suffices(&e), "%s, but the tests have come this far", e.text);
}
