/* Runs commands that may fail, crash or hang as child processes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "triptych.h"

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

/* A folder, below TMPDIR or in /tmp, for commands and the files that they leave behind. */
enum { CHILD_FOLDER = 200 };
bool child_folder_make(char folder[static CHILD_FOLDER], struct tri_error *e);
bool child_folder_remove(const char *folder, struct tri_error *e);

/* Writes a text to a file of the folder. */
bool child_folder_write(const char *folder, const char *name, const char *text,
                        struct tri_error *e);

/* Runs a command in the folder, with messages in English.  False: it could not even be written down. */
bool child_run_in(const char *folder, double seconds, struct child *, struct tri_error *e,
                  const char *command, ...) __attribute__((format(printf, 5, 6)));

/* Between these calls, SIGINT (Ctrl-C) and SIGTERM end the running child but not this process, and further
 * children are not started.  If such a signal arrived, children_end() raises it again. */
void children_begin(void);
bool children_stopped(void);
void children_end(void);
