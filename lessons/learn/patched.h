/* Wrong answers, which are patches of the lesson's solution. */
#ifndef LEARN_PATCHED_H
#define LEARN_PATCHED_H

#include "course.h"

/* Whether there is the program that applies them. */
bool patched_possible(struct tri_error *e);

/* Makes file of wrong/NAME.patch and the solution, in wrong/ of this folder; the solution lies above it, as in the course. */
bool patched_write(const struct course *, const struct lesson *, const char *name,
                   const char *folder, char file[static PATH_MAX], struct tri_error *e);

#endif
