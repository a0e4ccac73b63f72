#ifndef TRI_STARTUP_H
#define TRI_STARTUP_H

#include <sched.h>

/* Seconds between the start of the program and of main(): what libraries do to be ready.  An
 * offload runtime may start its device there, before anybody can time it. */
double tri_startup_seconds(void);

/* The processors that the process may use, as they were before an OpenMP runtime bound its first thread
 * to one of them; NULL if that is not known. */
const cpu_set_t *tri_startup_processors(void);

#endif
