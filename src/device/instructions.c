/* Whether the processor has the instructions of the build: without them a hotspot ends in SIGILL. */
#include "instructions.h"
#include "build_info.h"
#include "measure.h"

#include <stdio.h>

static const char *const names_of[] = {
#define INSTRUCTION_NAME(macro, name) [INSTRUCTIONS_##macro] = #name,
    INSTRUCTION_SETS(INSTRUCTION_NAME)
};

bool instructions_lacking(const bool needed[ALL_INSTRUCTIONS], const bool there[ALL_INSTRUCTIONS],
                          char *names, size_t size)
{
    bool any = false;
    for (int i = 0; i < ALL_INSTRUCTIONS; i++)
        if (needed[i] && !there[i]) {
            int written = snprintf(names, size, "%s%s", any ? " " : "", names_of[i]);
            size_t step = (size_t)written < size ? (size_t)written : size;
            names += step;
            size -= step;
            any = true;
        }
    return any;
}

/* nvc takes the builtin, and fails to link it (docs/nvc.md). */
#if defined(__x86_64__) && !defined(__NVCOMPILER)
bool tri_processor_suffices(struct tri_error *e)
{
# define INSTRUCTION_IS_THERE(macro, name) \
     [INSTRUCTIONS_##macro] = __builtin_cpu_supports(#name) != 0,
    const bool there[] = { INSTRUCTION_SETS(INSTRUCTION_IS_THERE) };
    char lacking[160];
    return !instructions_lacking(instructions_of_build, there, lacking, sizeof lacking) ||
           tri_fail(e, TRI_FAILED,
                    "is built for " TRIPTYCH_ISA ", and %.100s lacks these instructions of it: %s",
                    tri_cpu_name(), lacking);
}
#else
bool tri_processor_suffices(struct tri_error *e)
{
    return true;
}
#endif
