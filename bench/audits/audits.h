/* Audits of a hotspot's paths, here or in a process that may die of one. */
#pragma once

#include "audit.h"
#include "card.h"
#include "measure.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* The level that --audit names (NULL: it stays as it is); else a TRI_USAGE error. */
bool audit_level(const char *name, enum tri_audit_level *, struct tri_error *e);

/* What is audited: a path of the variant, or of what has one form only. */
struct audit_of {
    const struct tri_variant *variant;
    enum tri_path path;
    enum tri_precision precision;
    enum tri_audit_level level;
    struct tri_launch launch;
    bool only_launches; /* it runs once, for what it launches, and nobody looks at its result */
    int seconds;        /* in another process: who takes longer is wrong; 0: nobody is */
};

struct audited {
    bool ran;
    bool
        no_path; /* it has not run, since this machine has not what any variant of the path needs; */
    char why[400]; /* or for this reason */
    struct tri_audit audit;
    struct tri_launches launches; /* of its first run on a device; only of another process */
    bool no_numbers; /* of the reference with real inputs that are whole: a result is none */
    bool both;       /* the path has run in the other precision, too: between that and this */
    struct tri_difference between;
};

/* ---- Here ------------------------------------------------------------------------------------- */

/* A hotspot in each precision: the reference's result, and the case that paths run on.  Zeros at first. */
struct audit_cases {
    struct tri_case reference[TRI_PRECISIONS], path[TRI_PRECISIONS];
    bool known[TRI_PRECISIONS]; /* the reference's result */
    struct audit_of last[TRI_PRECISIONS];
};

/* Both cases of the precision are to be allocated. */
bool audit_here(struct audit_cases *, const struct audit_of *, struct audited *,
                struct tri_error *e);

/* Runs the reference, if it has not run; audit_here() does it if a path can run at all. */
bool audit_know_reference(struct audit_cases *, const struct audit_of *, struct tri_error *e);

void audit_cases_free(struct audit_cases *);

/* ---- In another process ----------------------------------------------------------------------- */

/* The case says hotspot, precision and parameters, and need not be allocated.  A path that ends the process, or
 * does not end within the time that it has, is wrong, and its finding is TRI_DIED. */
bool audit_there(const struct tri_case *, const struct audit_of *, struct audited *,
                 struct tri_error *e);

/* The cards of the kernels that the path launches in one run there.  False: *why says why there are none. */
bool audit_cards(const struct tri_case *, const struct tri_variant *, enum tri_path,
                 const struct tri_launch *, struct cards *, struct tri_error *why);

/* It may have been spoiled: the next one is asked of another process. */
void audit_leave_there(void);

/* For tests, which plant paths in their own process: that is asked from now on. */
void audit_stay_here(bool stay);

/* What that process has printed goes to stderr, and it ends. */
void audit_there_end(void);

/* ---- What was found ---------------------------------------------------------------------------- */

/* A line for each finding; `in`: " in float", or "". */
void audit_print(FILE *, const struct tri_audit *, const char *in);

/* The members that a row has of it; the level says what was to be done. */
json_t *audit_json(const struct tri_case *, enum tri_audit_level, const struct tri_audit *);

/* ---- The process ------------------------------------------------------------------------------- */

/* Whether this program has been started as that process: then it answers until nobody asks any more, and its exit status is
 * *status. */
bool audit_serves(int argc, char **argv, int *status);
