/* For lecturers: handouts. */
#ifndef LEARN_EXPORT_H
#define LEARN_EXPORT_H

#include "course.h"

/* Texts and exercises, without hints, solutions and judges, in a folder that is not there yet. */
bool export_lessons(const struct course *, const char *folder, struct tri_error *e);

#endif
