/* What a trial has come to, from what compiler and program have left. */
#ifndef LEARN_GRADE_H
#define LEARN_GRADE_H

#include "child.h"

#include <stdio.h>

enum kind { RIGHT, WRONG, CANNOT_TELL };

struct grade {
    enum kind kind;
    char text[700];     /* in a sentence or two; never empty */
    char notes[1500];   /* lines of what else the judge has seen */
    const char *advice; /* what is wrong with the directive, where the compiler's words are known */
    char compiler[CHILD_SAID]; /* the compiler's words, or the linker's */
    char printed[CHILD_SAID];  /* what the program has printed, or the beginning of that */
    bool compiled;
};

/* Whether a file includes the lesson's header, on a line of its own. */
bool includes_lesson(const char *source);

void grade_without_lesson(struct grade *);
void grade_with_other(struct grade *, const char *included);
void grade_compiler(struct grade *, const struct child *);
void grade_linker(struct grade *, const struct child *);

/* The report is what the judge wrote: lines "note ...", then one that is "wrong ...", "skipped ..." or "right SEAL". */
void grade_run(struct grade *, const struct child *, const char *report, const char *seal);

void grade_print(FILE *out, const struct grade *);

#endif
