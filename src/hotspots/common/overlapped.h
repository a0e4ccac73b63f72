/* The variants that copy a stripe back while the next one is computed: NAME_overlapped.c, stripes.h. */
#ifndef TRI_TUNED_OVERLAPPED_H
#define TRI_TUNED_OVERLAPPED_H

#include "real.h"

#include "needs.h"

/* Why these variants may gain nothing, for their `.needs`. */
#define OVERLAPPED_NEEDS "pinned memory and copy engines to be faster"

#endif
