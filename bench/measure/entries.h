/*
 * The rows of one case: first each contender is made an entry, which is audited, run cold and checked; then all that are
 * measured take turns; then each becomes a row.
 */
#pragma once

#include <stdbool.h>

#include "batch.h"
#include "measure.h"
#include "summary.h"
#include "table.h"

/* A case and the reference's result. */
struct pair {
    struct tri_case c, reference;
};

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

void entries_measure(struct work *);

/* Writes and prints the rows, in their order, and forgets the entries.  False: one has failed; the others have their rows. */
bool entries_finish(struct work *, struct tri_error *e);

/* Puts a peer's name in front of an error's text; returns false. */
bool name_peer(const struct tri_contender *, struct tri_error *e);

/* ---- audit_first.c: a path is audited before it is measured: a time of a wrong path is worth nothing ---- */

/* Fills r->audit, in a process of its own.  Where that cannot be (too little memory for it, say), r->audit.runs is 0 and a
 * note says why. */
void audit_first(const struct batch *, const struct tri_case *, const struct tri_contender *,
                 const struct tri_effort *, struct result *r);

/* Whether the path is right only by its own map clauses, so that its data cannot be resident. */
bool audit_wants_by_itself(const struct result *);

/* Why there is nothing to measure: it starts no region on the device, and needs none; NULL: there is. */
const char *audit_needs_no_run(const struct result *);

/* Why it cannot be measured: its audit has ended the process; NULL: it can. */
const char *audit_forbids(const struct result *);

/* The members of its row, to be released. */
json_t *audit_of_row(const struct batch *, const struct tri_case *, const struct result *);

/* The same of a row that an earlier run has measured: as that row has them. */
json_t *audit_of_before(const struct tri_case *, const struct result *);

/* ---- scaling.c: how a row on several devices, or ranks, compares with the one on a single one ---- */

/* Fills in m->scaling, if the table has the row of the same contender on one device or rank, or if this is that row; else it
 * stays as it is.
 * `weak`: the case has grown with them. */
bool scaling_find(const struct table *, const struct tri_case *, bool weak,
                  struct tri_measurement *m, struct tri_error *e);

/* ---- serve.c: the part of a setup that concerns a contender, and whether this machine can measure it ---- */

/* The settings of the setup that make a difference to the contender. */
struct tri_effort effort_of(const struct setup *, const struct request *,
                            const struct tri_contender *);

/* Whether contender and machine support it; if not, *why says which of them does not, in one line. */
bool can_serve(const struct tri_contender *, const struct tri_hotspot *, const struct tri_effort *,
               const struct request *, struct tri_error *why);

/* ---- turns.c: the contenders of a plan: for each setup, the requested paths and variants of its hotspot, and the peers ---- */

struct turn {
    const struct batch *batch;
    const struct setup *setup;
    struct tri_contender who;
    const struct tri_peer *peer; /* NULL: a path of the hotspot */
};

typedef bool take_turn(const struct turn *, void *data, struct tri_error *e);

/* Calls the function for each, the reference first, until it returns false.  A path that the hotspot lacks
 * takes one turn, as plain; one that exists only in another requested precision has its turn there. */
bool each_turn(const struct batch *, const struct setup *, take_turn *, void *data,
               struct tri_error *e);

/* The same for all setups. */
bool each_turn_of_plan(const struct batch *, take_turn *, void *data, struct tri_error *e);

/* The contender to be measured, with its number of threads. */
struct tri_effort turn_effort(const struct turn *);
int turn_threads(const struct turn *);

/* "cuda", "reference" or "offload tuned"; until the next call. */
const char *contender_of(const struct tri_contender *);
