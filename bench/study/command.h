/* What was asked for, as the command that asks for it again.  All are to be freed; NULL: out of memory. */
#ifndef TRI_COMMAND_H
#define TRI_COMMAND_H

#include "rerun.h"

/* "study NAME …" of one study; and of all that were asked for, with the files that it reads
 * and writes. */
char *study_command(const struct study *, const struct bench *);
char *studies_command(const struct studies *);

/* "bench HOTSPOT --set … --sweep …": what bench measures for a study, without its name. */
char *spelled_out(const struct study *, const struct bench *);

#endif
