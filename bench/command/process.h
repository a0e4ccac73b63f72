/* The program bench, in a new process that does something for this one. */
#ifndef TRI_PROCESS_H
#define TRI_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/* Starts it with a hidden option, this socket as its standard input and output, and `errors` as its standard error (-1:
 * nobody reads that).  SIGINT and SIGTERM are passed on to it. */
bool spawn_bench(const char *option, int socket, int errors, pid_t *id);

#endif
