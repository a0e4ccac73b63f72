/* Ctrl-C at any moment: finished rows are kept, and the exit status says that the run was interrupted. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/* From now on SIGINT and SIGTERM end the process with status 130 and 143, after a line that says where
 * the finished rows are; json may be NULL. */
void interrupt_guard(const char *program, const char *json);

/* A process that gets the signal, too; 0: none. */
void interrupt_pass_to(pid_t);

/* While hold is true, because a row is being written, an interrupt is deferred. */
void interrupt_hold(bool);
