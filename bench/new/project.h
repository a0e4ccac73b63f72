/* A new project for a user's hotspot: a folder that builds and passes its tests, to start from. */
#ifndef TRI_PROJECT_H
#define TRI_PROJECT_H

#include "triptych.h"

/* Writes NAME.c, NAME-law.c and CMakeLists.txt into the folder, which is created if necessary; all of them or
 * none, and never over another file.  A TRI_USAGE error if the name is not allowed, or a file already exists. */
bool project_new(const char *name, const char *folder, struct tri_error *e);

#endif
