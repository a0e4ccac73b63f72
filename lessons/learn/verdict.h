/* What a trial has come to, from what compiler and program have left. */
#ifndef LEARN_VERDICT_H
#define LEARN_VERDICT_H

#include "child.h"

#include <stdio.h>

enum kind { RIGHT, WRONG, CANNOT_TELL };

struct verdict {
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

void verdict_without_lesson(struct verdict *);
void verdict_of_compiler(struct verdict *, const struct child *);
void verdict_of_linker(struct verdict *, const struct child *);

/* The report is what the judge wrote: lines "note ...", then one that is "right", "wrong ..." or "skipped ...". */
void verdict_of_run(struct verdict *, const struct child *, const char *report);

void verdict_print(FILE *out, const struct verdict *);

#endif
