/* The command line of bench. */
#ifndef TRI_COMMAND_LINE_H
#define TRI_COMMAND_LINE_H

#include "bench.h"

/* Fills a struct bench, whose request takes the options that all tools share. */
extern const struct argp bench_argp;

/* Whether the options go together: nothing that the user asks for is left out without a word. */
bool options_agree(const struct bench *, struct tri_error *e);

/* Whether a bench that measures is to sum up: no hotspot is named, and nothing that needs its tables. */
bool wants_summary(const struct bench *);

#endif
