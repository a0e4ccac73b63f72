/* What bench has been asked for, and measuring it. */
#ifndef TRI_BENCH_H
#define TRI_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "figure.h"
#include "options.h"
#include "peers.h"
#include "resume.h"
#include "sweep.h"
#include "triptych.h"
#include "versus.h"

struct study;

struct bench {
    struct request request;
    bool peer[MAX_PEERS], peers_given; /* given by name: then one that cannot run is an error */
    struct sweep sweep;
    size_t reps;
    const char *json;
    int json_fd; /* -1: no rows are wanted */
    struct resume resume;
    const struct study *study;   /* whose sweep this is, or NULL */
    bool studies;                /* are only to be listed */
    struct versus versus;        /* instead of measuring */
    bool progress;               /* where stderr is no terminal, too */
    const struct figure *figure; /* to be drawn, of */
    const char *rows;            /* these files, instead of measuring */
    bool list, doctor, cold, parts, require_offload, require_gpu;
    FILE *out;
    bool disagreed;
};

/* Tells the progress line how much that will be. */
void bench_plan(const struct bench *, const char *name, enum tri_precision);

/* Measures a hotspot in one precision, all that is swept, and prints one table. */
bool bench_hotspot(struct bench *, const char *name, enum tri_precision, struct tri_error *e);

#endif
