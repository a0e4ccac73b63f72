/* A command that may fail, crash or hang, in processes of its own. */
#ifndef TRI_CHILD_H
#define TRI_CHILD_H

#include <stdbool.h>
#include <stddef.h>

enum { CHILD_SAID = 16000 };

struct child {
    bool ran;              /* could be started */
    bool timed_out;        /* and had to be killed, with all that it had started */
    int status;            /* as of waitpid() */
    char said[CHILD_SAID]; /* what it wrote to stdout and stderr, or the beginning of that */
};

/* Runs a shell's command for so many seconds at most. */
void child_run(const char *command, double seconds, struct child *);

/* Between these, Ctrl-C and SIGTERM end a child, and those after it before they begin, but not this
 * process: children_end() does, if one has come, by that signal. */
void children_begin(void);
bool children_stopped(void);
void children_end(void);

#endif
