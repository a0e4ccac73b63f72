/* Functions that params.c (a case's values), case.c (its memory) and peers share. */
#pragma once

#include "hotspot.h"

/* Sets .length of every slot from the parameters; a TRI_USAGE error if one, or all together, do not fit. */
bool tri_case_set_lengths(struct tri_case *, struct tri_error *e);

/* Allocates the operands that are not bound, and .ran_on; fills those that are read and poisons the others.  Bound
 * operands are not touched. */
bool tri_case_allocate_unbound(struct tri_case *, struct tri_error *e);

/* Of one number of the operand. */
/* The number of the hotspot's operand; -1: none is called so. */
int tri_operand_named(const struct tri_hotspot *, const char *name);

/* Results that have .count or .any_order get the form in which they are compared. */
void tri_case_settle(const struct tri_case *);

size_t tri_number_bytes(const struct tri_case *, int operand);

/* A case as it is sent to another process: values stay values.  A program of the same build reads it, but it may be
 * another program than the one that sends it, so that what lies in memory has names. */
struct tri_sent {
    char hotspot[40], variant[40];
    enum tri_precision precision;
    union tri_value value[TRI_MAX_PARAMS];
    char text[TRI_MAX_PARAMS][TRI_MAX_TEXT + 1]; /* the values that are texts */
    int inputs;
    unsigned roles; /* tri_roles_told() */
};

struct tri_sent tri_case_send(const struct tri_case *);

/* The case, not yet allocated. */
bool tri_case_receive(const struct tri_sent *, struct tri_case *, struct tri_error *e);
