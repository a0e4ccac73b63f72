#pragma once

#include <stddef.h>

/* Bytes that the control groups of this process, such as a container's, still allow it; SIZE_MAX: no limit.
 * (The kernel's cgroup-v2.rst and cgroup-v1/memory.rst.) */
size_t tri_group_memory(void);
