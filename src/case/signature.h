/* A hotspot is its table, completed by what the prototypes of its paths say. */
#pragma once

#include "roles.h"

/* Of a hotspot in one precision; `hotspot` points into the others. */
struct tri_completed {
    struct tri_hotspot hotspot;
    struct tri_variant ladder[TRI_MAX_VARIANTS + 1];
    struct tri_roles roles;
};

/* False: table and prototypes contradict each other, and a TRI_USAGE error says where. */
bool tri_complete(struct tri_completed *, const struct tri_entry *, enum tri_precision,
                  struct tri_error *e);
