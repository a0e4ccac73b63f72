/* A batch: everything that one command measures, how, and where its rows go. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "audit.h"
#include "options.h"
#include "peers.h"
#include "plan.h"
#include "resume.h"
#include "sweep.h"
#include "triptych.h"

struct batch {
    struct request request;
    unsigned given;                    /* the options of measuring that were given, a bit each */
    bool peer[MAX_PEERS], peers_given; /* given by name: one that cannot run is then an error */
    struct sweep sweep;
    struct plan plan;     /* made from the request and the sweep */
    size_t reps;          /* as in struct tri_effort; 0: until it is precise, or for a time */
    double seconds, goal; /* 0: the usual ones */
    const char *json, *db;
    int json_fd;         /* -1: none */
    bool json_is_new;    /* the file was created for them */
    struct store *store; /* where rows go; NULL: nowhere */
    struct resume resume;
    bool progress; /* even if stderr is not a terminal */
    bool require_offload, require_gpu, no_ceilings;
    bool summary;               /* a row for each hotspot instead of tables, */
    bool brief;                 /* and only what these show is measured */
    bool verbose;               /* tables with all their ceilings */
    enum tri_audit_level audit; /* of each path, before it is measured */
    FILE *out;                  /* of tables; NULL: none */
    struct store
        *shown; /* where all rows of this run go, what is absent and what was there before too;
                          * NULL: nowhere */
    bool disagreed;
};

/* The option that names the file of rows, which --resume goes on with; a study keeps them in memory
 * where there is none. */
static inline const char *rows_option(const struct batch *b)
{
    if (b->resume.file)
        return "--resume";
    return b->json ? "--json" : b->db ? "--db" : "rows";
}

/* Whether everything requested by name exists: paths of each hotspot, peers of some. */
bool batch_has_named(const struct batch *, struct tri_error *e);

/* Announces the whole plan to the progress line. */
void batch_announce(const struct batch *);

/* Measures the whole plan, and prints a table for each hotspot and precision, or a summary. */
bool batch_measure(struct batch *, struct tri_error *e);
