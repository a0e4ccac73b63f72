/* Runs commands that may fail, crash or hang as child processes. */
#ifndef TRI_CHILD_H
#define TRI_CHILD_H

#include <stdbool.h>
#include <stddef.h>

enum { CHILD_SAID = 16000 };

struct child {
    bool ran;              /* could be started */
    bool timed_out;        /* it was killed, with all processes that it had started */
    int status;            /* as of waitpid() */
    char said[CHILD_SAID]; /* what it wrote to stdout and stderr, or the beginning of that */
};

/* Runs a shell command with a time limit in seconds. */
void child_run(const char *command, double seconds, struct child *);

/* It ran to its end, with status 0. */
bool child_succeeded(const struct child *);

/* Between these calls, SIGINT (Ctrl-C) and SIGTERM end the running child but not this process, and further
 * children are not started.  If such a signal arrived, children_end() raises it again. */
void children_begin(void);
bool children_stopped(void);
void children_end(void);

#endif
