/* What goes between a program and its process that audits. */
#pragma once

#include "audits.h"
#include "case.h"

#define AUDIT_OPTION "--audits"

/* By value, all bytes of it. */
struct audit_asked {
    struct tri_sent of; /* with the variant */
    enum tri_path path;
    enum tri_audit_level level;
    struct tri_launch launch;
    bool only_launches;
    bool other;            /* it is a small case beside the one that was asked for: that is kept */
    enum tri_other behind; /* what the reference runs before; TRI_OTHERS: nothing */
};

struct audit_answer {
    bool good;
    struct tri_error e; /* if not */
    struct audited audited;
    unsigned roles; /* tri_roles_told() */
};

/* A path of a case, by that process: audit_there() but for other cases. */
bool audit_one_there(const struct tri_case *, const struct audit_of *, struct audited *,
                     struct tri_error *e);

/* A small one, before which the reference has run in yet another; TRI_OTHERS: in none. */
bool audit_other_there(const struct tri_case *, const struct audit_of *, enum tri_other behind,
                       struct audited *, struct tri_error *e);

/* See audit_stay_here(): there is no other process. */
bool audit_stays_here(void);

/* What the process does; cases are kept from one time to the next. */
void audit_answer(const struct audit_asked *, struct audit_answer *);
void audit_forget(void);

/* ---- why.c: why a path is wrong in an other case ---- */

/* All that is known of it is its result. */
bool is_unexplained(const struct tri_audit *);

/* A usual case that is wrong may be right with one step more: that is said then. */
void try_one_more(const struct tri_case *, const struct audit_of *, struct audited *);

/* What was found in the other case c, which is wrong, is said of the path: with which numbers, and why, as far as more runs of a small
 * case tell; these may find one that is nearer to the usual case.  `behind`: what the reference ran before it. */
void say_wrong(const struct tri_case *usually, const struct audit_of *, enum tri_other which,
               enum tri_other behind, struct tri_case *c, struct audited *found,
               struct tri_audit *);
