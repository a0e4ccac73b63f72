/* The start of the program. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "startup.h"

#include <stdbool.h>
#include <stddef.h>

static struct {
    double seconds;
    cpu_set_t processors;
    bool processors_known;
} start;

void tri_startup_was(double seconds, const cpu_set_t *processors)
{
    start.seconds = seconds;
    start.processors_known = processors;
    if (processors)
        start.processors = *processors;
}

double tri_startup_seconds(void)
{
    return start.seconds;
}

const cpu_set_t *tri_startup_processors(void)
{
    if (!start.processors_known)
        start.processors_known =
            sched_getaffinity(0, sizeof start.processors, &start.processors) == 0;
    return start.processors_known ? &start.processors : NULL;
}
