/* What is wrong with the conditions of a measurement, in plain words. */
#include "conditions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double known_or_0(const struct tri_conditions *c, enum tri_condition which)
{
    return tri_condition_known(c, which) ? c->value[which] : 0;
}

/* The clock that was held, else the higher of begin and end. */
static double held(const struct tri_conditions *c, double clock)
{
    return clock > 0 ? clock : fmax(known_or_0(c, TRI_GPU_HZ_BEGIN), known_or_0(c, TRI_GPU_HZ_END));
}

typedef void fault_fn(const struct tri_conditions *, double clock, char *text, size_t size);

static void others_fault(const struct tri_conditions *c, double clock, char *text, size_t size)
{
    double others = known_or_0(c, TRI_OTHERS_BUSY);
    if (others > 0.5)
        snprintf(text, size, "other processes kept %.1f processors busy", others);
}

static void steal_fault(const struct tri_conditions *c, double clock, char *text, size_t size)
{
    double share = known_or_0(c, TRI_STEAL_SHARE);
    if (share > 0.01)
        snprintf(text, size, "the hypervisor gave %.0f %% of the processors' time to others",
                 100 * share);
}

static void quota_fault(const struct tri_conditions *c, double clock, char *text, size_t size)
{
    double seconds = known_or_0(c, TRI_THROTTLED_S);
    if (seconds > 0)
        snprintf(text, size,
                 "threads were stopped for %.2g s, with the quota of %.3g processors used up",
                 seconds, known_or_0(c, TRI_CPU_QUOTA));
}

static void governor_fault(const struct tri_conditions *c, double clock, char *text, size_t size)
{
    const char *governor = tri_condition_text(c, TRI_GOVERNOR);
    if (governor && strcmp(governor, "powersave") == 0)
        snprintf(text, size, "the governor of the processors' clock is powersave");
}

static void throttle_fault(const struct tri_conditions *c, double clock, char *text, size_t size)
{
    const char *why = tri_condition_text(c, TRI_GPU_THROTTLE);
    if (c->on_gpu && why && strcmp(why, "none") != 0)
        snprintf(text, size, "the GPU's clock was held down: %s", why);
}

static void clock_fault(const struct tri_conditions *c, double clock, char *text, size_t size)
{
    double hz = held(c, clock), most = known_or_0(c, TRI_GPU_MAX_HZ);
    if (c->on_gpu && hz > 0 && hz < 0.9 * most)
        snprintf(text, size, "the GPU ran at %.0f MHz, and can run at %.0f", hz / 1e6, most / 1e6);
}

bool tri_conditions_fault(const struct tri_conditions *c, double clock, int fault,
                          char text[TRI_FAULT_LENGTH])
{
    static fault_fn *const faults[TRI_FAULTS] = { others_fault,   steal_fault,    quota_fault,
                                                  governor_fault, throttle_fault, clock_fault };
    *text = '\0';
    faults[fault](c, clock, text, TRI_FAULT_LENGTH);
    return *text;
}
