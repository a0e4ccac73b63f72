/* Runs a command that may fail, crash or hang, in separate processes. */
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

/* Runs a shell's command for so many seconds at most. */
void child_run(const char *command, double seconds, struct child *);

/* Between these calls, Ctrl-C and SIGTERM end the child, and later ones before they begin, but not this
 * process.  If there was such a signal, children_end() ends the process by it. */
void children_begin(void);
bool children_stopped(void);
void children_end(void);

#endif
