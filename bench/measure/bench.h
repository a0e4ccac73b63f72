/* What bench has been asked for, and measuring it. */
#ifndef TRI_BENCH_H
#define TRI_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "figure.h"
#include "options.h"
#include "peers.h"
#include "plan.h"
#include "resume.h"
#include "sweep.h"
#include "triptych.h"
#include "versus.h"

enum { MAX_STUDIES = 64 };

struct bench {
    struct request request;
    unsigned given;                    /* bench's own options, a bit each */
    bool peer[MAX_PEERS], peers_given; /* given by name: then one that cannot run is an error */
    struct sweep sweep;
    struct plan plan; /* what the request and the sweep come to */
    size_t reps;
    const char *json, *db;
    int json_fd;         /* -1: no lines are wanted */
    bool json_is_new;    /* the file was created for them */
    struct store *store; /* where rows go, NULL: none are wanted */
    struct resume resume;
    bool study[MAX_STUDIES]; /* to be rerun, */
    size_t studies;          /* how many these are */
    bool all_studies;        /* asked for by that name */
    bool list_studies;
    const char *figures, *page;  /* of studies: a folder, a file */
    struct versus versus;        /* instead of measuring */
    bool progress;               /* where stderr is no terminal, too */
    const struct figure *figure; /* to be drawn */
    const char *rows;            /* of these files, instead of measuring */
    bool list, doctor, cold, parts, require_offload, require_gpu;
    bool all;     /* a table for each hotspot and precision, though none is named */
    bool summary; /* a line for each hotspot and path instead */
    FILE *out;
    bool disagreed;
};

/* The option that names the file of rows, which --resume goes on with; a study keeps them in memory
 * where there is none. */
static inline const char *rows_option(const struct bench *b)
{
    if (b->resume.file && *b->resume.file)
        return "--resume";
    return b->json ? "--json" : b->db ? "--db" : "--study";
}

/* Whether there is what was asked for by name: paths of each hotspot, peers of some. */
bool bench_has_named(const struct bench *, struct tri_error *e);

/* Tells the progress line how much all of the plan will be. */
void bench_announce(const struct bench *);

/* Measures all of the plan, and prints a table of each and each precision, or a summary. */
bool bench_measure(struct bench *, struct tri_error *e);

#endif
