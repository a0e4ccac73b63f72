/*
 * A place without network, with limits, for files that nobody has read before.
 *
 * bwrap (bubblewrap) makes it, of namespaces of its own.  The system is there to be read, a folder to be written to, and
 * nothing else: no network, no other processes, no home (cage.c).  What an answer has no business with it finds as a decoy,
 * and leaves traces (traces.c).
 */
#pragma once

#include "learn.h"

/* Of each process. */
enum { MEMORY_MIB = 2048, COMPILER_MIB = 4096, FILE_MIB = 64, FILES = 256 };

/* Of all processes of a cage together, with their threads. */
int cage_most_tasks(void);

/* Whether this machine can make one. */
bool cage_possible(struct tri_error *e);

/* Decoys of what an answer has no business with; whoever opens one is seen. */
bool cage_begin(struct trials *, struct tri_error *e);
void cage_end(const struct trials *);

/* PROGRAM sees a folder of its own, with a file to lose, and can write to the report; COMPILER writes to the trial's folder. */
enum step { COMPILER, PROGRAM };
bool cage_run(const struct trials *, enum step, double seconds, struct child *, struct tri_error *e,
              const char *command);

/* For a file that the answer may write to: root gives it to the user that answers run as. */
bool cage_give(const char *path, struct tri_error *e);

/* What the answer has done there that no answer has to do, in place of the verdict. */
void cage_judge(const struct trials *, struct grade *);

/* A shell's: the student's object without what could come before the judge, or in its place. */
#define CAGE_SEAL_ANSWER(object)                                          \
    "objcopy --keep-global-symbols=names " object " && "                  \
    "{ ! readelf -sSW " object " | grep -E ' IFUNC |[.]preinit_array' ||" \
    " ! echo code that runs before the judge; } && "
