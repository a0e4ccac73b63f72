/* The parts of a whole program: what a process does for one case, timed part by part. */
#pragma once

#include "again.h"

/* In the order in which a program executes them. */
enum part {
    PART_START,           /* the runtime, the device and its image; on a CPU: the threads */
    PART_ALLOCATE,        /* host memory, and its initial values */
    PART_DEVICE_ALLOCATE, /* device memory: this, and the copies in both directions, are 0 on a CPU */
    PART_MAP_IN,
    PART_KERNEL,
    PART_MAP_OUT,
    PARTS
};

/* Has a new process with so many threads do so: the seconds of its parts, and those from its start to its end. */
bool parts_in_new_process(const struct tri_case *, enum tri_path, int threads,
                          double seconds[PARTS], double *program, struct tri_error *e);

/* In that process: prints the seconds of the parts.  The case is the job's. */
bool answer_parts(const struct job *, struct tri_case *, struct tri_error *e);
