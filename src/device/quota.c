/* The processors that a control group may use at most: of this process, and of the groups that it is in.  /proc/self/cgroup names
 * ours, as "0::/user.slice" (version 2) and "4:cpu,cpuacct:/user.slice" (version 1). */
#define _GNU_SOURCE /* strsep */
#include "conditions_inside.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct group {
    int version;      /* 0: not found */
    char folder[300]; /* where its files are, below the root */
    size_t top;       /* and how long the part of that is which no group is above */
};

static bool names_cpu(char *controllers)
{
    for (char *one; (one = strsep(&controllers, ","));)
        if (strcmp(one, "cpu") == 0)
            return true;
    return false;
}

static void set_group(struct group *g, int version, const char *top, const char *path)
{
    g->version = version;
    g->top = strlen(top);
    snprintf(g->folder, sizeof g->folder, "%s%.200s", top, strcmp(path, "/") == 0 ? "" : path);
}

/* One that version 1 controls is not controlled by version 2. */
static bool find_group(struct group *g)
{
    char text[4096], top[80], *rest = text;
    *g = (struct group){ 0 };
    if (!tri_text_of(text, sizeof text, "/proc/self/cgroup"))
        return false;
    for (char *line; (line = strsep(&rest, "\n")) && g->version != 1;) {
        char *number = strsep(&line, ":"), *controllers = strsep(&line, ":");
        if (!line)
            continue;
        snprintf(top, sizeof top, "/sys/fs/cgroup/%.50s", controllers);
        if (strcmp(number, "0") == 0)
            set_group(g, 2, "/sys/fs/cgroup", line);
        else if (names_cpu(controllers))
            set_group(g, 1, top, line);
    }
    return g->version > 0;
}

/* The folder above; false: there is none. */
static bool go_up(struct group *g)
{
    char *slash = strrchr(g->folder, '/');
    if (strlen(g->folder) <= g->top || !slash)
        return false;
    *slash = '\0';
    return true;
}

/* Processors; infinite if there is no limit.  False: there is no such file, as of a group that a container does not see. */
static bool quota_of(const struct group *g, double *processors)
{
    char text[80];
    double quota, period;
    if (g->version == 2) {
        if (!tri_text_of(text, sizeof text, "%s/cpu.max", g->folder))
            return false;
        *processors = sscanf(text, "%lf %lf", &quota, &period) == 2 && period > 0
                          ? quota / period
                          : (double)INFINITY;
        return true;
    }
    if (!tri_number_of(&quota, "%s/cpu.cfs_quota_us", g->folder) ||
        !tri_number_of(&period, "%s/cpu.cfs_period_us", g->folder))
        return false;
    *processors = quota > 0 && period > 0 ? quota / period : (double)INFINITY;
    return true;
}

/* "throttled_usec 1000" (version 2), "throttled_time 1000000" (version 1). */
static double throttled_of(const struct group *g)
{
    char text[1024];
    const char *name = g->version == 2 ? "\nthrottled_usec " : "\nthrottled_time ";
    if (!tri_text_of(text, sizeof text, "%s/cpu.stat", g->folder))
        return (double)NAN;
    const char *found = strstr(text, name);
    return found ? strtod(found + strlen(name), NULL) / (g->version == 2 ? 1e6 : 1e9) : (double)NAN;
}

static void lacks(const char *why)
{
    tri_condition_lacks(TRI_CPU_QUOTA, "%s", why);
    tri_condition_lacks(TRI_THROTTLED_S, "%s", why);
}

/* Of all groups that it is in, the one with the least. */
void tri_quota_read(double *processors, double *throttled)
{
    struct group g;
    double least = (double)INFINITY, own;
    bool any = false;
    *processors = *throttled = (double)NAN;
    tri_condition_lacks(TRI_CPU_QUOTA, NULL);
    tri_condition_lacks(TRI_THROTTLED_S, NULL);
    if (!find_group(&g)) {
        lacks("no control group of processors in /proc/self/cgroup");
        return;
    }
    do {
        if (!quota_of(&g, &own))
            continue;
        any = true;
        if (own < least) {
            least = own;
            *throttled = throttled_of(&g);
        }
    } while (go_up(&g));
    if (isfinite(least))
        *processors = least;
    else
        lacks(any ? "no quota is set" : "no quota that can be read here");
    if (isfinite(least) && isnan(*throttled))
        tri_condition_lacks(TRI_THROTTLED_S, "the control group's cpu.stat does not say it");
}
