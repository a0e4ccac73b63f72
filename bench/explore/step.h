/*
 * A step: a command of a key, of the mouse or of a line of a script.
 *
 *     size 1920 1080
 *     key d
 *     drag 100 100 300 250
 *     zoom 2 960 540
 *
 * All three become steps, and steps are taken by one function (explorer.h).
 */
#ifndef TRI_STEP_H
#define TRI_STEP_H

#include <stddef.h>
#include <stdio.h>

#include "triptych.h"

enum step_kind {
    STEP_SIZE,
    STEP_POINT,
    STEP_DRAG,
    STEP_ZOOM,
    STEP_VIEW,
    STEP_MANDELBROT,
    STEP_JULIA,
    STEP_PATH,
    STEP_VARIANT,
    STEP_PRECISION,
    STEP_ITERATIONS,
    STEP_PALETTE,
    STEP_DIFFERENCE,
    STEP_KEY,
    STEP_TIME,
    STEP_SAVE,
    STEPS_THERE_ARE
};

enum { MAX_ARGUMENTS = 4, MAX_ITERATIONS = 1 << 20 };

struct step {
    enum step_kind kind;
    int line;                     /* of the script; 0: of the window */
    double number[MAX_ARGUMENTS]; /* its numbers, in their order, */
    int index;                    /* or which of the names that there are, */
    char *word;                   /* or a word: to be freed; NULL: none */
};

/* The keys, one character each, and their meanings; NULL after the last. */
const char *key_name_at(size_t i, const void *data);
const char *key_meaning_at(size_t i);

/* The treatment of points at which float and double differ. */
enum difference { DIFFERENCE_COUNTED, DIFFERENCE_PAINTED, DIFFERENCE_OFF, DIFFERENCES };
const char *difference_at(size_t i, const void *data);

/* The steps of a script. */
struct script {
    const char *name; /* of the file, for messages */
    size_t n;
    struct step *step;
};

/* Reads a script.  A line that is no step is a TRI_USAGE error that names file and line, and what is allowed. */
bool script_read(struct script *, const char *file, struct tri_error *e);
void script_free(struct script *);

/* Reads a line.  *found: whether it has a step; a line may be empty or a comment. */
bool step_read(struct step *, char *line, bool *found, struct tri_error *e);

/* Prints the table of steps, a line for each. */
void steps_print(FILE *out);

#endif
