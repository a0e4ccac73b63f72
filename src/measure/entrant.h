/* What measure.c and rounds.c have in common: a contender that is being measured. */
#pragma once

#include "measure.h"
#include "parts.h"

/* The case that it runs on: in the kind of host memory that is asked for. */
struct tri_case *tri_entrant_case(struct tri_entrant *);

/* Makes its launch that of the runs that follow. */
bool tri_entrant_launch(const struct tri_entrant *, struct tri_error *e);

/* Whether its data are copied to a memory of its own, where they stay while it is timed. */
bool tri_has_copies(const struct tri_contender *);

/* A run as in a program: with the copies, where the contender needs them. */
bool tri_run_with_copies(struct tri_case *, const struct tri_contender *, struct tri_error *e);

/* Poisons outputs and scratch; what a run updates is set back, here and in a case of its own alone. */
void tri_poison_entrant(struct tri_entrant *);
void tri_set_back(const struct tri_entrant *, const struct tri_case *);

/* Compares what the last run has left with the reference, and keeps the worse of this and earlier checks. */
void tri_check_result(struct tri_entrant *);

/* The same of one more run, whose outputs are poisoned in the contender's memory, too: memory that is used again may still
 * hold what is right.  *seconds (may be NULL): of that run. */
bool tri_check_in_memory_space(struct tri_entrant *, double *seconds, struct tri_error *e);

/* Fills in m->on_device, where that can be known. */
void tri_measure_device_time(struct tri_entrant *);

/* In a brief timing, a first run that takes longer than the time for all is not repeated: it is the time. */
bool tri_first_is_enough(struct tri_entrant *);
