/* A line on the terminal about what is running, for whatever takes over a second; nothing where
 * stderr is not a terminal. */
#ifndef TRI_PROGRESS_H
#define TRI_PROGRESS_H

#include <stddef.h>

#include "triptych.h"

/* Names what begins now.  The line appears after a second and counts them. */
void progress_begin(const struct tri_case *, const char *contender);

/* Part of it, repetition `done` of `of`: the callback of struct tri_effort. */
void progress_part(const char *part, size_t done, size_t of);

/* Takes the line away, before anything else is printed. */
void progress_end(void);

/* tri_case_run() between the two. */
bool run_with_progress(struct tri_case *, enum tri_path, struct tri_error *e);

#endif
