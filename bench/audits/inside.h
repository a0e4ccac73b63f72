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
