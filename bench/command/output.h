/* What a program says: its output, written completely or not at all, numbers as people read them, progress; and its exit status. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "measure.h"
#include "request.h"
#include "triptych.h"

/* Puts the name of an option before the text of an error about its value; returns false. */
bool name_option(const char *option, struct tri_error *e);

/* The same for an error of tri_case_set() or tri_case_fits(), if it names a parameter: "--set" goes before "n=0: …". */
bool name_setting(const char *option, struct tri_error *e);

/* Calls work(data) with *out set to the file of -o, to be written whole or not at all, or to
 * standard output. */
bool write_output(const struct request *, FILE **out, bool (*work)(void *data, struct tri_error *),
                  void *data, struct tri_error *e);

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

/* ---- format.c: numbers and cases as people read them ---- */

struct text {
    char s[48];
};

/* 1.23e-3, "s" -> "1.23 ms": three digits and the prefix of a power of a thousand. */
struct text si(double value, const char *unit);

struct text percent(double share);
struct text marked_share(double share); /* of a ceiling: "112 %!" if it exceeds what is possible */
struct text ratio(double x);

/* "1.61 x +-2 %": with how far the ends of its interval are from it; without one, "1.61 x". */
struct text ratio_within(struct tri_interval);

/* Whether a character of a UTF-8 text begins at this byte. */
bool begins_letter(char c);

/* What was measured: "cuda" for a peer, "reference", or "offload tuned" for a path with variants. */
struct text contender_name(const char *peer, enum tri_path path, const char *variant);

/* The same with its host memory, "cuda pinned"; pageable memory is not named. */
struct text in_host_memory(struct text name, enum tri_host_memory);

/* Prints a word, quoted for a shell if necessary. */
void print_word(FILE *out, const char *word);

/* What is computed, and with which parameters: two lines. */
void print_case(FILE *out, const struct tri_case *);

/* Says in a line if the compiler was not asked to optimise it, or may break the rules of floating point. */
void print_build_kind(FILE *out, const struct tri_hotspot *);

/* Says in a line if path avx2 is not the instructions that it is named after. */
void print_intrinsics(FILE *out);

/* ---- terminal.c: the abilities of a stream's terminal, and text in columns ---- */

/* Whether the stream is a terminal, and NO_COLOR is not set (no-color.org). */
bool terminal_has_colour(FILE *out);

/* Whether the stream is a terminal that can go back over this many printed lines. */
bool terminal_has_lines(FILE *out, size_t lines);

enum paint { PAINT_NONE, PAINT_BOLD, PAINT_DIM, PAINT_RED, PAINTS };

/* Text in a column: right-aligned if the width is positive, else left-aligned. */
void print_painted(FILE *out, enum paint, int width, const char *text);

/* Text wrapped to a number of columns: the first line continues after the `at` columns already printed, the
 * others are indented by `indent`. */
void print_wrapped(FILE *out, size_t columns, size_t at, int indent, const char *text);

/* ---- progress.c: what is running, and how long the rest may take ---- */

/* A line on the terminal that shows what is running and how long the rest may take, for runs of more than
 * a second.  If stderr is not a terminal there is no such line, or, if requested, one for each run. */

void progress_asked(bool asked);

/* Adds a run of a contender on this number of threads to the plan; and marks it as finished.  The remaining time is
 * estimated from the runs measured so far, by the seconds that they took; 0: it was not measured. */
void progress_plan(const struct tri_case *, const char *contender, int threads);
void progress_done(const struct tri_case *, const char *contender, int threads, double seconds);

/* The estimated remaining time in seconds; 0: not known yet. */
double progress_left(void);

/* Names the run that begins now.  The line appears after a second, and counts seconds. */
void progress_begin(const struct tri_case *, const char *contender);

/* The same for a run that was not planned. */
void progress_begin_beside(const struct tri_case *, const char *contender);

/* The text of the line: the case and the contender, and for a planned run the remaining time. */
const char *progress_text(void);

/* Shows a part of the run, repetition `done` of `of`: the callback of struct tri_effort. */
void progress_part(const char *part, size_t done, size_t of);

/* Erases the line, before anything else is printed. */
void progress_end(void);

/* tri_case_launch() with a progress line, for a run that was not planned. */
bool run_with_progress(struct tri_case *, enum tri_path, const struct tri_launch *,
                       struct tri_error *e);
