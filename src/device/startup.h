/* What only a program knows of its own start, and tells the library before main(). */
#ifndef TRI_STARTUP_H
#define TRI_STARTUP_H

#include <sched.h>

/* Tells how many seconds the libraries took to be ready, and which processors (copied; NULL: not known) the
 * process might use before an OpenMP runtime bound its first thread to one of them. */
void tri_startup_was(double seconds, const cpu_set_t *processors);

/* Seconds between the start of the program and of main(), 0 if it has not said.  An offload runtime may
 * start its device there, before anybody can time it. */
double tri_startup_seconds(void);

/* The processors that the process may use: those that its program has told, else those of the calling
 * thread; NULL if that is not known either. */
const cpu_set_t *tri_startup_processors(void);

#endif
