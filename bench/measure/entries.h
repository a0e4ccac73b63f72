/*
 * The rows of one case: first each contender is made an entry, which is audited, run cold and checked; then all that are
 * measured take turns; then each becomes a row.
 */
#pragma once

#include "batch.h"
#include "summary.h"
#include "table.h"

/* A case and the reference's result. */
struct pair {
    struct tri_case c, reference;
};

/* A row to be. */
struct entry {
    struct result *r; /* the table's, once it is a row */
    struct tri_contender who;
    struct tri_effort effort;
    struct pair *pair, own; /* a peer can have a case of its own */
    bool measured;          /* now, and not by an earlier run: as */
    struct tri_entrant entrant;
    double seconds;                                        /* that its first runs have taken */
    char absent[sizeof((struct tri_error *)0)->text + 16]; /* why it has no times; "": it has */
};

enum { MAX_ENTRIES = TRI_HOST_MEMORIES * (TRI_PATHS * TRI_MAX_VARIANTS + MAX_PEERS) };

/* What is being measured: in this run, for this table, with this setup, with these two cases. */
struct work {
    struct batch *batch;
    struct table *table;
    struct summary *summary; /* which shows the table's rows; NULL: the table does */
    struct setup setup;
    struct pair *pair;
    struct tri_conditions conditions; /* of the last rounds */
    bool only_offload_has_limits;     /* of the entries that are finished */
    size_t n;
    struct entry *entry; /* up to MAX_ENTRIES */
};

void free_pair(struct pair *);

/* Adds an entry, unless the table has its row: a setup that differs from a measured one only in what does not concern the
 * contender.  `absent`: why it cannot run at all; NULL: it can.  `own`: its own case, which the entry then has; NULL: the
 * work's. */
bool entry_add(struct work *, const struct tri_contender *, const struct pair *own,
               const char *absent, struct tri_error *e);

/* Measures those that are to be measured. */
void entries_measure(struct work *);

/* Writes and prints the rows, in their order, and forgets the entries.  False: one has failed; the others have their rows. */
bool entries_finish(struct work *, struct tri_error *e);

/* Puts a peer's name in front of an error's text; returns false. */
bool name_peer(const struct tri_contender *, struct tri_error *e);
