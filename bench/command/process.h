/* This process and others: new ones that do something for it, its siblings in the same folder, Ctrl-C, MPI's ranks. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "measure.h"

/* Starts bench with a hidden option, this socket as its standard input and output, and `errors` as its standard error (-1:
 * nobody reads that).  SIGINT and SIGTERM are passed on to it.  Returns 0, or what errno would be. */
int spawn_bench(const char *option, int socket, int errors, pid_t *id);

/* The same with bench, compare or study, whichever this is, since it has the same hotspots; for other programs, with bench. */
int spawn_self(const char *option, int socket, int errors, pid_t *id);

/* Whether there is something to read, or the end, before that time, as tri_now() tells it; 0: whenever it comes. */
bool comes_until(int fd, double until);

/* Reads so many bytes, or to the end: *n bytes.  False: neither came before that time. */
bool read_until(int fd, double until, void *to, size_t size, size_t *n);

/* ---- sibling.c ---- */

/* Programs in the same folder: bench and study; or mine-bench and mine-study, for the hotspots of a user
 * (triptych_add_hotspots). */

/* The name of another program here: "bench", or "mine-bench" within mine-study. */
const char *program_name(const char *program);

/* What starts that program where the user is: "build/llvm-host/bench" if this one was started by such a path,
 * "triptych bench" if it is the package's, whose programs are not on PATH; else its name. */
const char *program_command(const char *program);

const char *own_command(void);

/* The path of that program in this one's folder; "" if it is too long. */
void sibling_file(const char *program, char *file, size_t size);

/* ---- unbound.c: work that starts threads or processes, which inherit this thread's processors ---- */

/*
 * Calls work(data) while this thread may run on the processors of all OpenMP places, then binds it
 * again.  A thread that OMP_PROC_BIND has bound may use one processor only.  OpenBLAS, loaded by such a thread, kept
 * all its threads there (on sixteen processors a product took ten times as long), and so would a new
 * process.  If OpenMP has no places, or the system refuses, it calls work(data) without changing anything.
 */
void unbound(void (*work)(void *data), void *data);

/* ---- interrupt.c: Ctrl-C at any moment: finished rows are kept, and the exit status says so ---- */

/* From now on SIGINT and SIGTERM end the process with status 130 and 143, after a line that says where
 * the finished rows are; json may be NULL. */
void interrupt_guard(const char *program, const char *json);

/* A process that gets the signal, too; 0: none. */
void interrupt_pass_to(pid_t);

/* While hold is true, because a row is being written, an interrupt is deferred. */
void interrupt_hold(bool);

/* ---- launched.c: programs that an MPI launcher has started several times ---- */

/* Called at the start of a program that may run as several ranks.  On rank 0, or without MPI, it returns true and the
 * program runs as usual.  The other ranks serve rank 0 until it ends.  Then, or if MPI fails, it returns false, and
 * *status is the exit status. */
bool ranks_begin(const char *program, int *status);

/* Called at the start of a program for one process: true if an MPI launcher has started several.  Rank 0 prints the error,
 * and has its status; the others succeed, or the launcher might kill rank 0 before it has printed anything. */
bool ranks_refuse(const char *program, int *status);

/* If there are several ranks, prints how many, on how many nodes, and how halos of devices are exchanged. */
void ranks_print(FILE *out);

/* ---- lockstep.c: two builds of bench in the same rounds ---- */

/*
 * `versus --in-turns` starts both, and lets one go on when the other has had its round.
 *
 * A process that has had its round says so by a byte on the socket of --lockstep, and waits for one.  Meanwhile versus has stopped
 * it (SIGSTOP): so its threads that wait for work take no time from the other.
 */

/* What a process says before it waits. */
enum {
    LOCKSTEP_ROUND = 'r',
    LOCKSTEP_DONE = 'd' /* with all rounds of a table; or it is about to begin */
};

/* Reads "DESCRIPTOR,NUMBER", the option's value; the number is that of the first rounds.  The process ends with the one that has
 * started it. */
bool lockstep_begin(const char *value, struct tri_error *e);

/* For the efforts of this process; NULL: it has its rounds alone. */
const struct tri_beside *lockstep(void);
