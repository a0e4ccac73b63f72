/* bench once more, in a new process: for what only a whole program shows. */
#ifndef TRI_AGAIN_H
#define TRI_AGAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "case.h"
#include "measure.h"

/* What the process is to do, as it is sent to it. */
struct errand {
    struct tri_sent of;
    char peer[40]; /* "": one of the hotspot's paths */
    enum tri_path path;
    int threads;                      /* 0: as many as are usual */
    enum tri_host_memory host_memory; /* of a peer */
};

/* An errand of the case and its variant, on its simplest: no peer, and as many threads as are usual. */
struct errand errand_of(const struct tri_case *);

/* Has bench do it, and takes the numbers that it answers.  *seconds (may be NULL): from its start to its
 * end.  False: they were fewer, it failed, or it came to no end within an hour, which is said on stderr.
 * SIGINT and SIGTERM are passed on to it. */
bool errand_run(const struct errand *, size_t numbers, double *number, double *seconds);

/* In that process: what is to be done, and the answer. */
bool errand_receive(struct errand *, struct tri_error *e);
bool errand_answer(const double *number, size_t numbers, struct tri_error *e);

/* A process that does one. */
struct process {
    const struct errand *errand;
    pid_t id;
    bool started;
    int out; /* its standard output, to be read */
};

/* The numbers of a process that ends well, and by then, as tri_now() tells the time; else it is killed, and
 * this is false. */
bool process_numbers(const struct process *, double until, size_t numbers, double *number);

#endif
