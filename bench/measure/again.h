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

struct process {
    const struct job *job;
    pid_t id;
    bool started;
    int out; /* its standard output, to be read */
};

/* The numbers of a process that succeeds, and ends by then, as tri_now() tells the time; else it is killed, and
 * this is false. */
bool process_numbers(const struct process *, double until, size_t numbers, double *number);

/* ---- Cold starts of peers ---- */

/* The first use of a GPU is cold once per process, and bench has used it before
 * it runs its peers: so a new process measures that and nothing else. */

/* Seconds of a peer's first run; NaN if that failed. */
double cold_in_new_process(const struct tri_case *, const struct tri_contender *peer);

/* In that process: prints the seconds.  The case is the job's. */
bool answer_cold(const struct job *, struct tri_case *, struct tri_error *e);

/* ---- program_parts.c: the parts of a whole program: what a process does for one case, timed part by part ---- */

/* In the order in which a program executes them. */
enum part {
    PART_START,           /* the runtime, the device and its image; on a CPU: the threads */
    PART_ALLOCATE,        /* host memory, and its initial values */
    PART_DEVICE_ALLOCATE, /* device memory: this, and the copies in both directions, are 0 on a CPU */
    PART_MAP_IN,
    PART_KERNEL,
    PART_MAP_OUT,
    PARTS
};

/* Has a new process with so many threads do so: the seconds of its parts, and those from its start to its end. */
bool parts_in_new_process(const struct tri_case *, enum tri_path, int threads,
                          double seconds[PARTS], double *program, struct tri_error *e);

/* In that process: prints the seconds of the parts.  The case is the job's. */
bool answer_parts(const struct job *, struct tri_case *, struct tri_error *e);
