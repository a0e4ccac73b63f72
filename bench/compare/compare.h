/* The command line of compare. */
#pragma once

#include <jansson.h>
#include <stdio.h>

#include "audit.h"
#include "audits.h"
#include "measure.h"
#include "output.h"
#include "request.h"

struct compare {
    struct request request;
    const char *picture; /* NULL: none is wanted */
    const char *level;   /* --audit; NULL: not given */
    const char *format;  /* --format; the same */
    long timeout;        /* seconds for each path and precision; 0: not given */
    long random, seed;   /* cases drawn at random; 0: the case that is asked for; -1: not given */
    bool special;        /* infinities, NaN and the like among real inputs */
    enum tri_audit_level audit;
    struct tri_launch launch; /* of offload paths: --devices */
    FILE *out;
    json_t *json;             /* the array of rows; NULL: a table is printed */
    struct tri_error failure; /* the first of a path, if its status says that there is one */
    bool disagreed;
    FILE *wrong; /* the names of rows that differ and should not */
    bool any_ran, offload_ran;
};

/* Parses the command line, and checks that its files are different; opens nothing. */
bool compare_options(struct compare *, int argc, char **argv, struct tri_error *);

/* Two cases of a precision have memory only if paths run in this process: what is drawn or comes from a file is here, and
 * so are devices and ranks that share the work; and single runs, which other tools look at. */
bool compare_runs_here(const struct compare *);

/* Whether the request can be computed: the paths exist, and the cases fit into memory. */
bool compare_check(const struct compare *, struct tri_error *);

/* ---- compare_show.c: what compare prints: a table, or JSON ---- */

/* A path's audit in both precisions. */
struct row {
    const struct tri_hotspot *hotspot;
    enum tri_path path;
    const char *variant; /* NULL for the reference and the origin */
    struct audited of[TRI_PRECISIONS];
    char absent[400]; /* why it could not run, in one precision at least; "": it could */
    bool failed;      /* and had begun, or was asked for by name */
};

/* Before and after the rows of a case. */
void show_head(const struct compare *, const struct tri_case *);
void show_end(const struct compare *);

/* `c` has a case of each precision. */
bool show_row(struct compare *, const struct tri_case c[TRI_PRECISIONS], const struct row *,
              struct tri_error *e);

/* Records a run for the verdict.  Of the reference alone, there is none, unless it is all that was asked for. */
void note_verdict(struct compare *, const struct row *, enum tri_precision);

/* The last line; for JSON, everything. */
bool show_verdict(struct compare *, const struct outcome *, struct tri_error *e);

/* JSON: keeps the row; the array of all, and what was found. */
bool keep_row(struct compare *, const struct tri_case c[TRI_PRECISIONS], const struct row *,
              struct tri_error *e);

/* ---- Special values among real inputs: for whom they say something ---- */

/* Whether there are real inputs that can have them; or nobody asks for them. */
bool special_is_for(const struct compare *, const struct tri_case *);

/* Not of a variant that may differ by a bound: sums in another order overflow elsewhere. */
bool special_takes(const struct compare *, const struct tri_variant *);

/* Whether the reference is a definition for such a case: it may compute an index from NaN.  False: an error. */
bool special_is_defined(const struct compare *, const struct tri_case *, bool *defined,
                        struct tri_error *e);

/* ---- compare_random.c: many small cases of a hotspot, with parameters drawn at random ---- */

/* Runs the requested paths in k->random cases, and shows how often each was wrong.  A case that is wrong is shown with the
 * command that runs it again, the first of each path and precision. */
bool compare_random(struct compare *, const char *hotspot, struct tri_error *e);
