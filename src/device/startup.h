/* What only the program knows about its start, and passes to the library before main(). */
#pragma once

#include <sched.h>

/* Sets the seconds that the libraries took to initialise, and the processors (copied; NULL: not known) that the
 * process could use before an OpenMP runtime bound its first thread to one of them. */
void tri_startup_was(double seconds, const cpu_set_t *processors);

/* Seconds between the start of the program and main(); 0 if not set.  An offload runtime may
 * start its device in that time. */
double tri_startup_seconds(void);

/* Ends the program with status 2 and one line, if a variable has a value that would end it in OpenMP's runtime, or a limit would.
 * Called before any constructor; `program` and the entries are those that main() gets. */
void tri_environment_check(const char *program, char *const *environment);

/* The program has tri_images_register() called before main(), after all libraries' constructors: the device images of this
 * library are to wait for it.  Called before any constructor. */
void tri_images_wait(void);
void tri_images_register(void);

/* The processors that the process may use: those set by the program, else those of the calling
 * thread; NULL if neither is known. */
const cpu_set_t *tri_startup_processors(void);
