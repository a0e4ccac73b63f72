/* Ctrl-C at any moment: what is finished stays, and the status says that it was one. */
#ifndef TRI_INTERRUPT_H
#define TRI_INTERRUPT_H

#include <stdbool.h>
#include <sys/types.h>

/* From now on SIGINT and SIGTERM end the process with status 130 and 143, after a line that says where
 * the finished rows are; json may be NULL. */
void interrupt_guard(const char *program, const char *json);

/* A process that has to end with this one; 0: none any more. */
void interrupt_pass_to(pid_t);

/* While it holds, the end waits: for a row that is being written. */
void interrupt_hold(bool);

#endif
