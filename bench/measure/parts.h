/* A whole program and its parts: what a process does for one case, timed part by part. */
#ifndef TRI_PARTS_H
#define TRI_PARTS_H

#include "again.h"

/* In the order in which a program goes through them. */
enum part {
    PART_START,           /* the runtime, the device and its image; on a CPU: the threads */
    PART_ALLOCATE,        /* memory here, and its first values */
    PART_DEVICE_ALLOCATE, /* memory there: this, and the ways there and back, are 0 on a CPU */
    PART_MAP_IN,
    PART_KERNEL,
    PART_MAP_OUT,
    PARTS
};

/* Has a process of its own do so: seconds of its parts, and of all from its start to its end. */
bool parts_in_new_process(const struct tri_case *, enum tri_path, double seconds[PARTS],
                          double *program, struct tri_error *e);

/* Is that process: answers the parts' seconds.  The case is the errand's. */
bool answer_parts(const struct errand *, struct tri_case *, struct tri_error *e);

#endif
