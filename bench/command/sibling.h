/* The programs that lie beside each other: bench and study; or mine-bench and mine-study, where those of
 * hotspots of one's own are (triptych_add_hotspots). */
#ifndef TRI_SIBLING_H
#define TRI_SIBLING_H

#include <stddef.h>

/* What a program is called here: "bench", or "mine-bench" within mine-study. */
const char *program_name(const char *program);

/* The file of that program beside this one; "" if the name is too long. */
void sibling_file(const char *program, char *file, size_t size);

/* What was an option of bench is a program of its own now: becomes it where the option is given
 * (--study, --versus, --verdict, --draw, --doctor), with the same words, which the program takes as bench did.  What
 * is not beside this one is the package's. */
void become_sibling(char **argv);

#endif
