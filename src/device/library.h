#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* The file that contains this code and the images of its target regions: the library or, if linked statically,
 * the program ("/proc/self/exe"). */
const char *tri_library_file(void);

/* The same for any function. */
const char *tri_file_of(void (*function)(void));

/* The file of this name in the folder of that library; "" if it does not fit.  A library in glibc-hwcaps/x86-64-v4, which
 * the loader has chosen for the processor, counts as one in the folder above, where its other files are. */
void tri_library_beside(const char *library, const char *name, char *file, size_t size);

/* The file that a command's name means, as a shell finds it, with an absolute path.  False: none that can be run. */
bool tri_command_file(const char *command, char path[static PATH_MAX]);
