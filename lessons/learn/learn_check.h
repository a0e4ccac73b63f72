/* For authors: whether lessons hold. */
#ifndef LEARN_CHECK_H
#define LEARN_CHECK_H

#include "course.h"

/* One lesson, or all (NULL), so many at once.  *failures counts the lessons that do not hold. */
bool check_lessons(const struct course *, const struct lesson *, int jobs, int *failures,
                   struct tri_error *e);

#endif
