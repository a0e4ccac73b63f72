/*
 * The kernels that a run launches, with their teams and threads.
 *
 * OMPT tells of a kernel's begin and end, but neither its name nor how many teams and threads the runtime has chosen.  LLVM's
 * offload runtime says all of these on stderr, if it is asked to (LIBOMPTARGET_INFO).  So that is done where stderr is a
 * file of who asks: in the process that audits.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { TRI_MOST_LAUNCHES = 16 };

/* Kernels in the order of their first launch; those of another size count as others. */
struct tri_launches {
    size_t n;
    bool more; /* than are listed */
    struct tri_launched {
        char name[200];
        long times, teams, threads; /* threads of a team */
    } kernel[TRI_MOST_LAUNCHES];
};

/* From now on, this process prints what the first run of an audit on a device launches. */
void tri_launches_want(void);

/* Around that run. */
void tri_launches_print(bool);

/* Whether this line tells of a launch, and of which; `launch` may be NULL. */
bool tri_launch_read(const char *line, struct tri_launched *launch);

/* All those that lines of a text tell of. */
void tri_launches_read(const char *text, struct tri_launches *);
