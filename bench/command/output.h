/* The output of a program, written completely or not at all, and its exit status. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "request.h"

/* Puts the name of an option before the text of an error about its value; returns false. */
bool name_option(const char *option, struct tri_error *e);

/* The same for an error of tri_case_set() or tri_case_fits(), if it names a parameter: "--set" goes before "n=0: …". */
bool name_setting(const char *option, struct tri_error *e);

/* Calls work(data) with *out set to the file of -o, to be written whole or not at all, or to
 * standard output. */
bool write_output(const struct request *, FILE **out, bool (*work)(void *data, struct tri_error *),
                  void *data, struct tri_error *e);

/* The result of a check. */
struct outcome {
    bool nothing; /* was checked at all */
    bool
        no_offload; /* ran, though it was requested; a build without an offload target expects none */
    const char *wrong; /* the names of rows that differ; "": none do */
    int not_audited;   /* rows that were to be */
};

/* print_verdict() prints the last line: "VERDICT: ok", "VERDICT: wrong: names" or "VERDICT: incomplete: why".
 * print_failure() prints "VERDICT: failed" on standard output, in place of output that could not be written; a
 * wrong request has no verdict.  It returns false. */
void print_verdict(FILE *out, const struct outcome *);
bool print_failure(const struct tri_error *e);

/* False, and an error, if offload was asked for, and there is a GPU that did not start.  It is said last: what else was asked for is
 * there. */
bool offload_is_whole(const struct request *, struct tri_error *e);

/* The exit status of a program; if not `good`, it reports the error first. */
int finish(const char *program, bool good, bool disagreed, struct tri_error *e);
