/* What the kernel says in small files of /proc and /sys, below tri_conditions_root(). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Reads a file, without the ends of lines at its end.  False: errno says why. */
bool tri_text_of(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The number behind `key`, with which a line begins, as "MemAvailable:" does in /proc/meminfo; "": that which the file begins
 * with. */
bool tri_number_of(double *number, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Calls `see` with the version (1 or 2) and the folder of each control group that this process is in for a controller, such
 * as "memory", and of all that these are in.  False: there is none. (cgroups(7); the kernel's cgroup-v2.rst.) */
typedef void tri_group_fn(int version, const char *folder, void *data);
bool tri_groups_of(const char *controller, tri_group_fn *see, void *data);
