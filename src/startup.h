#ifndef TRI_STARTUP_H
#define TRI_STARTUP_H

/* Seconds between the start of the program and of main(): what libraries do to be ready.  An
 * offload runtime may start its device there, before anybody can time it. */
double tri_startup_seconds(void);

#endif
