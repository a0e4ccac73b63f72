#ifndef TRI_MEMORY_H
#define TRI_MEMORY_H

#include <stddef.h>

/* Bytes that the control groups of a process, such as a container's, still allow it; SIZE_MAX: no
 * limit.  `membership` is the process's file, as /proc/self/cgroup is, and `root` the folder where
 * version 2 of control groups is mounted, or version 1 in folders of its own: /sys/fs/cgroup.
 * (cgroups(7); the kernel's cgroup-v2.rst and cgroup-v1/memory.rst.) */
size_t tri_group_memory(const char *membership, const char *root);

#endif
