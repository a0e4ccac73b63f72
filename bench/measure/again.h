/* Runs bench again in a new process, to measure what only a whole program shows. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "case.h"
#include "measure.h"

/* The task of the process, in the form in which it is sent, by value. */
struct job {
    struct tri_sent of;
    char peer[40]; /* "": one of the hotspot's paths */
    enum tri_path path;
    int threads;                      /* 0: the default number */
    enum tri_host_memory host_memory; /* of a peer */
};

/* A job with this case and variant, no peer, and the default number of threads. */
struct job job_of(const struct tri_case *);

/* Has bench do it, and reads the numbers that it prints.  *seconds (may be NULL): from its start to its
 * end.  False: there were fewer numbers, it failed, or it did not end within an hour; stderr says which.
 * SIGINT and SIGTERM are passed on to it. */
bool job_run(const struct job *, size_t numbers, double *number, double *seconds);

/* In that process: reads the task, and prints the answer. */
bool job_receive(struct job *, struct tri_error *e);
bool job_answer(const double *number, size_t numbers, struct tri_error *e);

/* A process with a task. */
struct process {
    const struct job *job;
    pid_t id;
    bool started;
    int out; /* its standard output, to be read */
};

/* The numbers of a process that succeeds, and ends by then, as tri_now() tells the time; else it is killed, and
 * this is false. */
bool process_numbers(const struct process *, double until, size_t numbers, double *number);
