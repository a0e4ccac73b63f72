/* What a student's file is made of, once the compiler has preprocessed it. */
#ifndef LEARN_PREPROCESSED_H
#define LEARN_PREPROCESSED_H

#include "course.h"

struct preprocessed {
    char *own; /* its own lines: comments are gone, and macros are what they stand for */
    char other
        [PATH_MAX]; /* the first file that it includes, or "": neither the lesson's nor the system's */
};

/* Of what `-E` has printed; preprocessed_free() in any case. */
bool preprocessed_parse(struct preprocessed *, const char *printed, const struct course *,
                        const struct lesson *, struct tri_error *e);
void preprocessed_free(struct preprocessed *);

#endif
