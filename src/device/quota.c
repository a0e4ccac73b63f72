/* The processors that a control group may use at most: of this process, and of the groups that it is in. */
#include "conditions_inside.h"

#include "kernel_files.h"

#include <math.h>
#include <stdio.h>

/* Processors; infinite if there is no limit.  False: there is no such file, as of a group that a container does not see. */
static bool quota_of(int version, const char *folder, double *processors)
{
    char text[80];
    double quota, period;
    if (version == 2) {
        if (!tri_text_of(text, sizeof text, "%s/cpu.max", folder))
            return false;
        *processors = sscanf(text, "%lf %lf", &quota, &period) == 2 && period > 0
                          ? quota / period
                          : (double)INFINITY;
        return true;
    }
    if (!tri_number_of(&quota, "", "%s/cpu.cfs_quota_us", folder) ||
        !tri_number_of(&period, "", "%s/cpu.cfs_period_us", folder))
        return false;
    *processors = quota > 0 && period > 0 ? quota / period : (double)INFINITY;
    return true;
}

/* "throttled_usec 1000" (version 2), "throttled_time 1000000" (version 1). */
static double throttled_of(int version, const char *folder)
{
    double number;
    const char *key = version == 2 ? "throttled_usec " : "throttled_time ";
    return tri_number_of(&number, key, "%s/cpu.stat", folder) ? number / (version == 2 ? 1e6 : 1e9)
                                                              : (double)NAN;
}

struct least {
    bool any;
    double processors, throttled;
};

static void see_group(int version, const char *folder, void *data)
{
    struct least *least = data;
    double own;
    if (!quota_of(version, folder, &own))
        return;
    least->any = true;
    if (own < least->processors)
        *least = (struct least){ true, own, throttled_of(version, folder) };
}

static void lacks(const char *why)
{
    tri_condition_lacks(TRI_CPU_QUOTA, "%s", why);
    tri_condition_lacks(TRI_THROTTLED_S, "%s", why);
}

/* Of all groups that it is in, the one with the least. */
void tri_quota_read(double *processors, double *throttled)
{
    struct least least = { .processors = (double)INFINITY, .throttled = (double)NAN };
    tri_condition_lacks(TRI_CPU_QUOTA, NULL);
    tri_condition_lacks(TRI_THROTTLED_S, NULL);
    bool in_a_group = tri_groups_of("cpu", see_group, &least);
    *throttled = least.throttled;
    *processors = isfinite(least.processors) ? least.processors : (double)NAN;
    if (!in_a_group)
        lacks("no control group of processors in /proc/self/cgroup");
    else if (isnan(*processors))
        lacks(least.any ? "no quota is set" : "no quota that can be read here");
    else if (isnan(*throttled))
        tri_condition_lacks(TRI_THROTTLED_S, "the control group's cpu.stat does not say it");
}
