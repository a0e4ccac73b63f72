/* The two halves of tri_ceiling(): src/ceiling.c, compiled for each precision, measures what the
 * arithmetic units can do; src/roof.c measures memory and puts both together. */
#ifndef TRI_CEILING_H
#define TRI_CEILING_H

#include "triptych.h"

/* fma a second, counted per lane, of the vectors that the path uses. */
double tri_fma_rate_float(enum tri_path, int threads);
double tri_fma_rate_double(enum tri_path, int threads);

#endif
