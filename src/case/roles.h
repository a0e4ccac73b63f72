/*
 * Results whose role no table says.
 *
 * By the reference's text, such an array is written before it is read.  Where a store stands under a condition, or the first of
 * them sets the edges only, that is not all: then the reference's result depends on what the array held before.  So a
 * run of the reference is asked; an array of which that is so is TRI_INOUT from then on, as if a table had said it.
 */
#ifndef TRI_ROLES_H
#define TRI_ROLES_H

#include "hotspot.h"

struct tri_roles {
    struct tri_operand *operands;       /* the hotspot's */
    bool by_text[TRI_MAX_OPERANDS];     /* TRI_OUT, since its first use in the text is a store */
    bool only_stored[TRI_MAX_OPERANDS]; /* and all others, too */
    bool read_too[TRI_MAX_OPERANDS];    /* as a run has shown: TRI_INOUT now */
    bool are_fixed;                     /* no run is asked */
    bool is_answered; /* a run with these parameters and inputs has shown nothing new: */
    union tri_value value[TRI_MAX_PARAMS];
    int inputs;
};

/* The reference has run over the case, in which its results held all ones.  What that shows is kept, and if it changes
 * a role, the reference runs again, over what it reads.  False: the case cannot be filled for that. */
bool tri_roles_learn(struct tri_case *, struct tri_error *);

/* Whether a run of the reference has shown that it reads the result, or keeps some of it. */
bool tri_roles_read_too(const struct tri_hotspot *, int operand);

/* A bit for each such operand, for another process; and what another has learned. */
unsigned tri_roles_told(const struct tri_hotspot *);
void tri_roles_take(const struct tri_hotspot *, unsigned told);

/* Whether runs of the reference from now on say nothing of them: of a case that nobody has asked for, say, of no steps. */
void tri_roles_fix(const struct tri_hotspot *, bool fixed);

#endif
