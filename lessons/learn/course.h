/* The lessons there are: folders NN-name of the course's folder. */
#ifndef LEARN_COURSE_H
#define LEARN_COURSE_H

#include "triptych.h"

#include <limits.h>
#include <stdio.h>

enum { MAX_LESSONS = 64, LESSON_NAME = 40, LESSON_TITLE = 100 };

struct lesson {
    char name[LESSON_NAME]; /* of the folder: 04-scalars */
    char title[LESSON_TITLE];
};

struct course {
    char folder[PATH_MAX]; /* absolute */
    struct lesson lesson[MAX_LESSONS];
    size_t n;
};

bool course_read(struct course *, const char *folder, struct tri_error *e);

/* By the folder's name, by what follows its number, or by the number; NULL, and the nearest name in *e. */
const struct lesson *course_find(const struct course *, const char *name, struct tri_error *e);

/* The path of a lesson's file; it has been checked to fit. */
void lesson_path(const struct course *, const struct lesson *, const char *file,
                 char path[static PATH_MAX]);

/* The whole of a text file, to be freed; NULL if it cannot be read (e says why). */
char *text_of(const char *path, struct tri_error *e);

/* Copies a text file; the new one is whole, or not there. */
bool copy_file(const char *from, const char *to, struct tri_error *e);

/* One of the two hints of a text, which a line --- divides; level 0 or 1. */
const char *hint_in(const char *text, int level, size_t *length);

#endif
