/* Measures two builds in the same rounds, and keeps the rows of each in files of their own. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "child.h"
#include "triptych.h"

enum { USUAL_RUNS = 5, MOST_RUNS = 16, SIDE_TEXT = MOST_RUNS * (CHILD_FOLDER + 20) };

struct in_turns {
    const char *program[2]; /* bench of each build; without a slash: on PATH */
    char **words;           /* their options, n of them */
    size_t n;
    long runs; /* how often both are started */
    const char *
        keep; /* the folder for the rows, which is made if there is none; NULL: they are not kept */
    char rows[CHILD_FOLDER]; /* where they are */
    char side[2][SIDE_TEXT]; /* the files of each, with commas between */
};

/* Measures.  A program that fails says why itself.  SIGINT and SIGTERM end both programs, and this one. */
bool in_turns_measure(struct in_turns *, struct tri_error *e);

/* Removes the rows, unless they are kept; also after a failure. */
bool in_turns_end(const struct in_turns *, struct tri_error *e);
