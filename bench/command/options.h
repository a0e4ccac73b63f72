/*
 * The options that the programs share: which hotspots, paths and precisions, with which parameters.
 *
 * A program has an argp parser of its own, with a shared one as its only child:
 *
 *     struct mine { struct request request; … };
 *     static const struct argp_child children[] = {{&request_argp, 0, "Which runs:", 1}, {0}};
 *
 * On ARGP_KEY_INIT it hands down `state->child_inputs[0] = &mine->request`.  If an option's
 * value is wrong, a parser fills request.error with usage_error() and returns EINVAL.
 */
#pragma once

#include <argp.h>
#include <stdbool.h>

#include "output.h"
#include "request.h"
#include "values.h"

/* For programs that run hotspots, that show them in a window, that read rows, and that do none of these.  All parse
 * the same options.  The help shows those that such a program takes; request_only() refuses the others. */
extern const struct argp request_argp, window_argp, rows_argp, output_argp;

/* Parses the command line.  --help and --version print and exit with status 0, everything wrong
 * is one line in *e (status TRI_USAGE) and false. */
bool parse_options(const struct argp *, int argc, char **argv, void *input, struct request *request,
                   struct tri_error *e);
