/*
 * The time that kernels take by a GPU's own clock, which CUPTI records.
 *
 * What the host times is a launch, the kernels and its own waiting.  CUPTI's activity records have when each kernel began and
 * ended.  They make a launch slower, so they are taken of runs that nobody times:
 *
 *     if (tri_kernel_time_begin()) {
 *         ...                                      what shall not count
 *         tri_kernel_time_run();
 *         ...                                      runs
 *         double seconds = tri_kernel_time_run();  of their kernels
 *         tri_kernel_time_end();
 *     }
 *
 * libcupti is opened at run time: neither the build needs it, nor the program.  Source: CUPTI's documentation, "Activity
 * API", and its cupti_activity.h.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Begins to record.  False: that is not possible here, and tri_device_time_problem() says why. */
bool tri_kernel_time_begin(void);

/* Seconds in which at least one of the kernels ran that have ended since the last call; they have to be complete.  0: none
 * did, or a record is without times. */
double tri_kernel_time_run(void);

/* Records no more, and takes CUPTI out of the process. */
void tri_kernel_time_end(void);

/* The functions of libcupti that are used; they return 0 or an error. */
struct tri_cupti {
    int (*callbacks)(void (*request)(uint8_t **buffer, size_t *size, size_t *most_records),
                     void (*complete)(void *context, uint32_t stream, uint8_t *buffer, size_t size,
                                      size_t valid));
    int (*enable)(int kind);
    int (*disable)(int kind);
    int (*flush)(uint32_t flags);
    int (*next)(uint8_t *buffer, size_t valid, void **record);
    int (*finalize)(void);
};

/* Uses these functions from now on; NULL: those of the library. */
void tri_kernel_time_use(const struct tri_cupti *);
