/* A program of ours, in a new process that does something for this one. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/* Starts bench with a hidden option, this socket as its standard input and output, and `errors` as its standard error (-1:
 * nobody reads that).  SIGINT and SIGTERM are passed on to it.  Returns 0, or what errno would be. */
int spawn_bench(const char *option, int socket, int errors, pid_t *id);

/* The same with bench, compare or study, whichever this is, since it has the same hotspots; for other programs, with bench. */
int spawn_self(const char *option, int socket, int errors, pid_t *id);
