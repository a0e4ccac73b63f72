/* The table that bench prints: a head for each hotspot and precision, a row for each path and peer,
 * and further lines below. */
#pragma once

#include <jansson.h>
#include <stdio.h>

#include "audit.h"
#include "card.h"
#include "ceilings.h"
#include "measure.h"
#include "output.h"
#include "peers.h"

/* ---- faults.c: what tables say of the conditions under which they were measured ---- */

/* The faults that were found, the first of each kind in words. */
struct faults {
    char text[TRI_FAULTS][TRI_FAULT_LENGTH];
};

/* Adds those that are not among them yet, but for those in `said` (NULL: none are). */
void faults_add(struct faults *, const struct tri_conditions *, double clock,
                const struct faults *said);

/* "Conditions: other processes kept 1.3 processors busy; …", indented and wrapped; nothing if there are none. */
void faults_print(const struct faults *, FILE *out, int indent, const char *before);

/* What could not be read, and why: a line for each reason. */
void print_unread(FILE *out, bool on_gpu);

/* ---- table.c ---- */

/* The measurement of one contender: a row. */
struct result {
    struct tri_measurement m;
    struct tri_audit audit; /* .runs == 0: there was none */
    struct cards *cards;    /* of the kernels of its first run; NULL: none */
    struct tri_ceiling ceiling;
    bool has_ceiling; /* false if a peer runs on another device than this build's offload */
    double share;     /* as printed: a later measurement may find a higher ceiling */
    size_t at;        /* number of the case */
    char *identity;   /* as tri_row_identity() has it */
    bool before;      /* measured by an earlier run: */
    json_t *row;      /* its row; NULL: none */
};

/* NULL: nothing. */
void free_result(struct result *);

struct table {
    FILE *out;    /* NULL: rows are not printed, but kept for a summary */
    bool verbose; /* notes of all ceilings, and how they were measured */
    const struct tri_hotspot *hotspot;
    int names;    /* width of the first column */
    size_t cases; /* combinations of a sweep; else one */
    /* The plan's: the parameters that have one value in all of them, the names of what is swept, or "",
     * and their values in each case. */
    const char *common, *swept;
    char *const *values;
    const struct result *reference;          /* which speeds are relative to; NULL: there is none */
    const struct tri_conditions *conditions; /* of all rows, if known before the first is printed */
    struct faults faults;                    /* that the head has said */
    size_t at;                               /* the case that rows belong to */
    size_t n;
    struct result **row;
    size_t absences;
    char **absent; /* identities of absent rows */
    char why[TRI_PATHS]
            [sizeof((struct tri_error *)0)->text + 16]; /* for a summary: that of a path */
};

/* Begins case k.  `same`: it has the parameters of the case before, so its reference is the same. */
void begin_case(struct table *, size_t k, bool same);

/* Whether there is a row of that identity; if it is the reference, later rows are relative to it. */
bool has_row(struct table *, const char *identity);

/* How many times as fast `r` is as `as`, with its interval; NULL: unknown. */
struct tri_interval result_speed(const struct result *r, const struct result *as);

/* Its share of the ceiling; NaN if unknown. */
double result_share(const struct result *);

/* "cpu, 4 threads", or what a device is. */
struct text ran_on(const struct tri_measurement *);

/* Adds a row, which the table then owns, and prints it; before the first, the table's head.  If
 * its ceilings are higher than those of earlier rows, they apply to these too. */
void print_row(struct table *, struct result *);

/* Adds an absent row, with the reason; the table then owns `identity`. */
void print_absence(struct table *, const struct tri_measurement *, char *identity, const char *why);

/* Prints the lines below the rows: the parts of an offload's time, ceilings, and how the paths
 * compare with the peers on the same hardware. */
void print_notes(const struct table *);

void free_table(struct table *);

/* ---- The values of a sweep that a row is of ---- */

/* Prints values ("2,1000") of names ("devices,size"), but "-" for a launch setting that does not concern the measurement, as
 * the number of devices does not concern a CPU.  Returns how many characters that were. */
int print_swept(FILE *out, const char *names, const char *values, const struct tri_measurement *);

/* ---- What the rows of a table and the lines below them share ---- */

/* Whether the rows are of several cases. */
bool is_sweep(const struct table *);

const char *precision_of(const struct table *);

/* From the shortest to the longest time it is more than half of the median. */
bool is_wide(const struct tri_times *);

/* Rows under the same ceilings of arithmetic: peers share those of a path. */
bool same_units(const struct result *, const struct result *);
