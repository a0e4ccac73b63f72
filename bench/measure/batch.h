/* A batch: all that one command measures, how, and where the rows go; and measuring it. */
#ifndef TRI_BATCH_H
#define TRI_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "options.h"
#include "peers.h"
#include "plan.h"
#include "resume.h"
#include "sweep.h"
#include "triptych.h"

struct batch {
    struct request request;
    unsigned given;                    /* options of measuring, a bit each */
    bool peer[MAX_PEERS], peers_given; /* given by name: then one that cannot run is an error */
    struct sweep sweep;
    struct plan plan; /* what the request and the sweep come to */
    size_t reps;
    const char *json, *db;
    int json_fd;         /* -1: no lines are wanted */
    bool json_is_new;    /* the file was created for them */
    struct store *store; /* where rows go, NULL: none are wanted */
    struct resume resume;
    bool progress; /* where stderr is no terminal, too */
    bool require_offload, require_gpu, no_ceilings;
    bool summary; /* a row for each hotspot instead of tables, */
    bool brief;   /* and no more measured than that shows */
    bool verbose; /* tables, with all that is known of their ceilings */
    FILE *out;    /* of tables, NULL: none are wanted */
    struct store
        *shown; /* where all rows of this run go, what is absent and what was there before too;
                          * NULL: nowhere */
    bool disagreed;
};

/* The option that names the file of rows, which --resume goes on with; a study keeps them in memory
 * where there is none. */
static inline const char *rows_option(const struct batch *b)
{
    if (b->resume.file && *b->resume.file)
        return "--resume";
    return b->json ? "--json" : b->db ? "--db" : "rows";
}

/* Whether there is what was asked for by name: paths of each hotspot, peers of some. */
bool batch_has_named(const struct batch *, struct tri_error *e);

/* Tells the progress line how much all of the plan will be. */
void batch_announce(const struct batch *);

/* Measures all of the plan, and prints a table of each and each precision, or a summary. */
bool batch_measure(struct batch *, struct tri_error *e);

#endif
