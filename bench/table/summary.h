/*
 * What bench prints if no hotspot is named: a row for each, on one screen.
 *
 *     struct summary s = { .out = stdout, .request = &request };
 *     summary_add(&s, hotspot);        for each row, in the order in which they are measured
 *     summary_begin(&s);
 *     summary_update(&s, &table);      whenever the table of the row has something new
 *     summary_done(&s, &table);
 *     summary_end(&s, true);
 *
 * On a terminal all rows are printed at the start and fill in; otherwise each is printed when it is complete.
 */
#pragma once

#include <stdio.h>

#include "request.h"
#include "table.h"

enum { SUMMARY_COLUMNS = 100, SUMMARY_ROWS = TRI_MAX_HOTSPOTS * TRI_PRECISIONS };

struct summary {
    FILE *out;
    const struct request *request;
    bool brief; /* one precision, only what is shown: the last lines say how to get the rest */
    const struct tri_hotspot *hotspot[SUMMARY_ROWS];
    size_t rows, done;
    int names; /* width of the first column */
    bool both; /* precisions: a row says which it is of */
    bool live; /* rows can be printed again */
    bool colour;
    FILE *wrong; /* what disagrees, a line for each */
    char *wrongs;
    size_t size;
    char why[TRI_PATHS]
            [sizeof((struct table *)0)->why[0]]; /* there are no times of a path at all */
    bool ran[TRI_PATHS];
    bool on_gpu;
    struct faults faults; /* of any row */
};

void summary_add(struct summary *, const struct tri_hotspot *);
void summary_begin(struct summary *);
void summary_update(struct summary *, const struct table *);
/* Adds a line below the table, for what is wrong and has no times. */
void summary_wrong(const struct summary *, const struct table *, const struct tri_measurement *,
                   const char *why);

void summary_done(struct summary *, const struct table *);

/* Prints what is wrong, what could not run, what the columns mean, and what to try next; nothing if the run
 * failed. */
void summary_end(struct summary *, bool good);
