/* A line on the terminal about what is running and how long the rest may take, for whatever takes over
 * a second.  Where stderr is not a terminal there is nothing, or, if asked for, a line for each. */
#ifndef TRI_PROGRESS_H
#define TRI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "triptych.h"

void progress_asked(bool asked);

/* A run more is to come, of a contender on so many threads; and it is over.  The time that is left is told
 * from those that were measured: a run of an earlier day takes none. */
void progress_plan(const struct tri_case *, const char *contender, int threads);
void progress_done(const struct tri_case *, const char *contender, int threads, bool measured);

/* Seconds that the rest may take; 0: nothing is known yet. */
double progress_left(void);

/* Names what begins now.  The line appears after a second and counts them. */
void progress_begin(const struct tri_case *, const char *contender);

/* The same for a run beside those that were planned. */
void progress_begin_beside(const struct tri_case *, const char *contender);

/* What it names: the case and the contender, and of a planned run what is left. */
const char *progress_text(void);

/* Takes what is running as begun so many seconds earlier: for tests, which cannot wait. */
void progress_began_earlier(double seconds);

/* Part of it, repetition `done` of `of`: the callback of struct tri_effort. */
void progress_part(const char *part, size_t done, size_t of);

/* Takes the line away, before anything else is printed. */
void progress_end(void);

/* tri_case_run() between the two: a run beside those that were planned, whose answer they need. */
bool run_with_progress(struct tri_case *, enum tri_path, struct tri_error *e);

#endif
