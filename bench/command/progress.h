/* A line on the terminal that shows what is running and how long the rest may take, for runs of more than
 * a second.  If stderr is not a terminal there is no such line, or, if requested, one for each run. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "triptych.h"

void progress_asked(bool asked);

/* Adds a run of a contender on this number of threads to the plan; and marks it as finished.  The remaining time is
 * estimated from the runs measured so far, by the seconds that they took; 0: it was not measured. */
void progress_plan(const struct tri_case *, const char *contender, int threads);
void progress_done(const struct tri_case *, const char *contender, int threads, double seconds);

/* The estimated remaining time in seconds; 0: not known yet. */
double progress_left(void);

/* Names the run that begins now.  The line appears after a second, and counts seconds. */
void progress_begin(const struct tri_case *, const char *contender);

/* The same for a run that was not planned. */
void progress_begin_beside(const struct tri_case *, const char *contender);

/* The text of the line: the case and the contender, and for a planned run the remaining time. */
const char *progress_text(void);

/* Shows a part of the run, repetition `done` of `of`: the callback of struct tri_effort. */
void progress_part(const char *part, size_t done, size_t of);

/* Erases the line, before anything else is printed. */
void progress_end(void);

/* tri_case_launch() with a progress line, for a run that was not planned. */
bool run_with_progress(struct tri_case *, enum tri_path, const struct tri_launch *,
                       struct tri_error *e);
