/* Why a path is wrong in an other case. */
#pragma once

#include "inside.h"

/* All that is known of it is its result. */
bool is_unexplained(const struct tri_audit *);

/* A usual case that is wrong may be right with one step more: that is said then. */
void try_one_more(const struct tri_case *, const struct audit_of *, struct audited *);

/* What was found in the other case c, which is wrong, is said of the path: with which numbers, and why, as far as more runs of a small
 * case tell; these may find one that is nearer to the usual case.  `behind`: what the reference ran before it. */
void say_wrong(const struct tri_case *usually, const struct audit_of *, enum tri_other which,
               enum tri_other behind, struct tri_case *c, struct audited *found,
               struct tri_audit *);
