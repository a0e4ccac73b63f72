/* The commands of a trial (trial.c), for the compiler of the build. */
#pragma once

#include "learn.h"

/* The judge, compiled, and the commands that are the same for all answers, in the folder of the trials. */
bool commands_begin(const struct trials *, struct tri_error *e);

/* Leaves source.i of a file that preprocesses, student.o of one that compiles, and program of one that links. */
bool commands_build(const struct trials *, const char *file, struct child *, struct tri_error *e);

bool commands_run(const struct trials *, struct child *, struct tri_error *e);

/* The same of a program whose answer tells what it accesses (src/audit/races.h); its regions run on the host. */
bool commands_find_races(void); /* whether this compiler can make it */
bool commands_build_races(const struct trials *, const char *file, struct child *,
                          struct tri_error *e);
bool commands_run_races(const struct trials *, struct child *, struct tri_error *e);
