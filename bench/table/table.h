/* The table that bench prints: a head for each hotspot and precision, a row for each path and peer,
 * and below them what a row has no room for. */
#ifndef TRI_TABLE_H
#define TRI_TABLE_H

#include <stdio.h>

#include "format.h"
#include "peers.h"
#include "measure.h"

/* What was measured of one contender: a row. */
struct result {
    struct tri_measurement m;
    struct tri_ceiling ceiling;
    bool has_ceiling; /* not where a peer runs on another device than this build's offload */
    double share;     /* as it was printed: the ceiling may be measured again, and higher */
    size_t at;        /* number of the case */
    char *identity;   /* as tri_row_identity() has it */
    bool before;      /* measured by an earlier run */
};

struct table {
    FILE *out;               /* NULL: rows are not printed, but kept for a summary, */
    struct summary *summary; /* which is told of each; NULL: there is none */
    bool verbose;            /* notes of all ceilings, and how they were measured */
    const struct tri_hotspot *hotspot;
    int names;    /* width of the first column */
    size_t cases; /* combinations of a sweep; else one */
    /* The plan's: the parameters that have one value in all of them, the names of what is swept, or "",
     * and their values in each case. */
    const char *common, *swept;
    char *const *values;
    double reference; /* seconds of the reference path, that speed-ups are over; NaN: unknown */
    size_t at;        /* the case that rows belong to */
    size_t n;
    struct result **row;
    size_t absences;
    char **absent; /* identities of what could not be measured */
    char why[TRI_PATHS]
            [sizeof((struct tri_error *)0)->text + 16]; /* for a summary: that of a path */
};

/* Case k is next.  If it has the parameters of the one before, the reference is `same`. */
void begin_case(struct table *, size_t k, bool same);

/* Whether there is a row of that identity; if it is the reference's, what follows is set against it. */
bool has_row(struct table *, const char *identity);

/* Its share of what the machine allows; NaN where that is not known. */
double result_share(const struct result *);

/* "cpu, 4 threads", or what a device is. */
struct text ran_on(const struct tri_measurement *);

/* Adds a row, which belongs to the table from now on, and prints it; the first also the table's head.  Where
 * its ceilings are higher than those of rows before it, they are theirs, too. */
void print_row(struct table *, struct result *);

/* A row for what could not be measured, and why; `identity` belongs to the table from now on. */
void print_absence(struct table *, const struct tri_measurement *, char *identity, const char *why);

/* What the rows have no room for: an offload's time part by part, ceilings, and how the paths
 * compare with the peers on the same hardware. */
void print_notes(const struct table *);

void free_table(struct table *);

#endif
