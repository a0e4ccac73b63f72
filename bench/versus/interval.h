/* How well repetitions know their median. */
#ifndef TRI_INTERVAL_H
#define TRI_INTERVAL_H

#include <stddef.h>

/* The k so that the median of what n values were drawn from lies between the k-th least and the k-th
 * greatest of them with 95 % confidence, whatever the distribution; 0: n is below 6, too few. */
size_t interval_rank(size_t n);

#endif
