/* A new hotspot of one's own: a folder that builds, passes its tests, and is ready to be changed. */
#ifndef TRI_PROJECT_H
#define TRI_PROJECT_H

#include "triptych.h"

/* Writes NAME.c, NAME-law.c and CMakeLists.txt into the folder, which is made if there is none; all of them or
 * none, and over no other file.  A TRI_USAGE error where the name cannot be one, or a file is there already. */
bool project_new(const char *name, const char *folder, struct tri_error *e);

#endif
