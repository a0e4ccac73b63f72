/* What the programs leave: output, whole or not at all, and an exit status. */
#ifndef TRI_OUTPUT_H
#define TRI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "request.h"

/* Puts the option that a path came from before an error's text; returns false. */
bool name_option(const char *option, struct tri_error *e);

/* Calls work(data) with *out set to the file of -o, to be written whole or not at all, or to
 * standard output. */
bool write_output(const struct request *, FILE **out, bool (*work)(void *data, struct tri_error *),
                  void *data, struct tri_error *e);

/* What a check has come to. */
struct outcome {
    bool nothing; /* was checked at all */
    bool
        no_offload; /* ran, though it was asked for; none is expected of a build without a target */
    const char *wrong; /* the names of what disagrees; "": nothing does */
};

/* The last line of what is printed: "VERDICT: ok", "VERDICT: wrong: names" or "VERDICT: incomplete: why".  In
 * place of all output that a failure has kept from being written, on standard output: "VERDICT: failed"; a
 * wrong request has none.  Returns false. */
void print_verdict(FILE *out, const struct outcome *);
bool print_failure(const struct tri_error *e);

/* The exit status of a tool, after a report of what went wrong if it was not `good`. */
int finish(const char *program, bool good, bool disagreed, struct tri_error *e);

#endif
