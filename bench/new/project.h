/* A new project for a user's hotspot: a folder that builds and passes its tests, to start from. */
#pragma once

#include "triptych.h"

/* Writes NAME.c, NAME-law.c and CMakeLists.txt into the folder, which is created if necessary, and so are those that it is
 * in; all of the files or none, and never over another one.  A TRI_USAGE error if the name is not allowed, or a file already
 * exists. */
bool project_new(const char *name, const char *folder, struct tri_error *e);

/* The same of a file of C that has NAME_reference and other paths: it is copied, with NAME.cu, and with the headers that it
 * includes, of its folder and of those inside it.  `name` NULL: as the file says.  *found: the name. */
enum { PROJECT_NAME = 64 };
bool project_from(const char *name, const char *folder, const char *file,
                  char found[static PROJECT_NAME], struct tri_error *e);

/* ---- try.c: a file of C, built and compared in a folder of its own, which is gone afterwards ---- */

/* Runs compare with these options, the last one followed by NULL; *status is its own.  False: the file cannot be taken or
 * built, or compare not be run. */
bool try_file(const char *file, char *const *options, int *status, struct tri_error *e);
