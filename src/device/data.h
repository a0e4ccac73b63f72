/* A case's operands on the thread's default device: the parts of data.c that other rooms need. */
#pragma once

#include "measure.h"

#include <stddef.h>

/* Maps the operands and .ran_on; copies the values of those that are read and, if requested, of the outputs. */
void tri_data_map(const struct tri_case *, bool outputs);

/* Whether the device has so much memory, by allocating and freeing it. */
bool tri_data_has_room(size_t bytes, struct tri_error *e);

/* Whether the device uses the host's own memory, and `map` copies nothing: by `requires unified_shared_memory`, or since it has
 * no other. */
bool tri_data_is_shared(void);

/* Unmaps all of it; only .ran_on is copied back. */
void tri_data_release(const struct tri_case *);

/* Kernels that the runtime has told of since the program began; 0: it tells nothing, or of nothing yet. */
extern _Atomic size_t tri_kernels_told;

bool tri_data_fail_place(enum tri_place, struct tri_error *e);
