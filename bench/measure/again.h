/* bench once more, in a new process: for what only a whole program shows. */
#ifndef TRI_AGAIN_H
#define TRI_AGAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Runs bench with these arguments, NULL after the last, and reads the numbers that it prints.  *seconds
 * (may be NULL): from its start to its end.  False: it has printed fewer, it failed, or it came to no end
 * within an hour, which is said on stderr.  SIGINT and SIGTERM are passed on to it. */
bool bench_again(const char **arguments, size_t numbers, double *number, double *seconds);

/* A process of it. */
struct process {
    const char **arguments;
    pid_t id;
    bool started;
    int out; /* its standard output, to be read */
};

/* The numbers of a process that ends well, and by then, as tri_now() tells the time; else it is killed, and
 * this is false. */
bool process_numbers(const struct process *, double until, size_t numbers, double *number);

#endif
