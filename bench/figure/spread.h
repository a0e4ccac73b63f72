/* Labels side by side: where each has to stand so that none covers another. */
#ifndef TRI_SPREAD_H
#define TRI_SPREAD_H

#include <stddef.h>

/* Moves the n ascending positions apart to `gap` at least, within low…high, and in their order,
 * so that the sum of the squares of the moves is least.  The gap shrinks if they do not fit. */
void spread(double *at, size_t n, double gap, double low, double high);

#endif
