/* What was asked for, as the command that asks for it again.  All are to be freed; NULL: out of memory. */
#ifndef TRI_COMMAND_H
#define TRI_COMMAND_H

#include "study.h"

/* "bench --study NAME …" of one study; and of all that `bench` has marked, with the files that it reads
 * and writes. */
char *study_command(const struct study *, const struct bench *);
char *studies_command(const struct bench *);

/* "bench HOTSPOT --set … --sweep …": what bench measures for a study, without its name. */
char *spelled_out(const struct study *, const struct bench *);

#endif
