/* What bench prints where no hotspot is named: all of them on one screen. */
#ifndef TRI_SUMMARY_H
#define TRI_SUMMARY_H

#include <stdio.h>

#include "request.h"
#include "table.h"

/* The head of the columns. */
void print_summary_head(FILE *out, const struct request *);

/* A line for the path of one hotspot, of whose n precisions the tables are. */
void print_summary(FILE *out, const struct table *, size_t n, enum tri_path);

/* What the columns are, and how to see more. */
void print_summary_end(FILE *out);

#endif
