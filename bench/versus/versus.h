/*
 * Comparison of runs: `versus A.jsonl B.jsonl …` compares the rows of other compilers, machines or
 * versions with those of the first file, and reports regressions.  Each may be several runs, with commas between.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "child.h"
#include "request.h"
#include "rows.h"
#include "triptych.h"

/* ---- in_turns.c: measures two builds in the same rounds, and keeps the rows of each in files of their own ---- */

enum { USUAL_RUNS = 5, MOST_RUNS = 16, SIDE_TEXT = MOST_RUNS * (CHILD_FOLDER + 20) };

struct in_turns {
    const char *program[2]; /* bench of each build; without a slash: on PATH */
    char **words;           /* their options, n of them */
    size_t n;
    long runs; /* how often both are started */
    const char *
        keep; /* the folder for the rows, which is made if there is none; NULL: they are not kept */
    char rows[CHILD_FOLDER]; /* where they are */
    char side[2][SIDE_TEXT]; /* the files of each, with commas between */
};

/* Measures.  A program that fails says why itself.  SIGINT and SIGTERM end both programs, and this one. */
bool in_turns_measure(struct in_turns *, struct tri_error *e);

/* Removes the rows, unless they are kept; also after a failure. */
bool in_turns_end(const struct in_turns *, struct tri_error *e);

/* ---- versus.c ---- */

enum {
    MAX_VERSUS = 8,
    VERSUS_CANNOT_TELL = 3 /* exit status */
};

struct versus {
    struct request request;
    const char *file[MAX_VERSUS]; /* of each side: a file, or several with commas between */
    size_t files;
    double tolerance; /* how much slower a row may be, as a fraction */
    int cannot_tell;  /* the exit status if nothing is worse, and it cannot be told of a row */
    bool measures;    /* the files are programs, which are to be measured first, as */
    struct in_turns in_turns;
    FILE *out;

    /* The results: in another file, a row of the first is slower by more than the tolerance, missing, not measured,
     * or differs from the reference by more than it may; noise hides whether a row is slower. */
    bool regressed, undecided;
};

/* Parses a command line, and checks whether its options and files go together; opens nothing. */
bool versus_options(struct versus *, int argc, char **argv, struct tri_error *);

/* Reads a tolerance in percent. */
error_t parse_tolerance(struct versus *, const char *text);

/* Measures first, if that is asked for; then prints the comparison of the requested rows. */
bool versus(struct versus *, struct tri_error *e);

/* The exit status for the results. */
int versus_status(const struct versus *);

/* Whether a row, which is not a peer's, must have the reference's bits: the reference, and variants without a bound. */
bool owes_bits(const char *hotspot, const char *path, const char *variant);

/* ---- decide.c ---- */

/*
 * What the times of two sides tell of the rows of a table: slower, faster, no difference, or that they cannot tell.
 * docs/timing.md has the method, and where its constants come from.
 */

/* The runs of one side that have a row: the logarithms of their medians. */
struct side_runs {
    size_t n;
    double mean;
    double square; /* sum of the squared distances to the mean */
    double error2; /* sum of the squared standard errors; NaN: a run has too few times for one */
};

void side_add(struct side_runs *, double median, double error);

enum word { WORD_SAME, WORD_SLOWER, WORD_FASTER, WORD_CANNOT_TELL };

/* A row in two sides. */
struct change {
    struct side_runs side[2];
    size_t
        table; /* of which it is: each has an overdispersion of its own; those of a table are in a row */

    bool
        paired; /* runs of B were in the rounds of A's: B has the median ratios of rounds, times the same time of A */

    /* What decide() finds: */
    double shift;          /* the logarithm of the ratio of times; above 0: slower */
    double error, freedom; /* of the shift: standard error (NaN: not known), degrees of freedom */
    double excess;         /* of its table: see struct noise */
    double low, high;      /* the ratio's interval; infinite: not known */
    enum word word;
};

/* Finds a word for each row.  At most once in twenty comparisons is there a row that is called slower and is not, or
 * one that is called faster and is not, or one that is slower by more than the tolerance and passes for no
 * difference. */
bool decide(struct change *, size_t n, double tolerance, struct tri_error *e);

/* ---- What it is made of ---- */

/* The chance that Student's t exceeds a value; the value that it exceeds with a chance of at most 1/2. */
double student_tail(double t, double freedom);
double student_quantile(double chance, double freedom);

/* How many standard errors of a normal distribution half the sign test's interval is, for the rank-th of n values from
 * either end: the chance that the true median lies beyond one end is that of fewer than `rank` heads in n throws. */
double sigmas_of_interval(size_t n, size_t rank);

/* Holm's test of n hypotheses: the level for each, which is refused if its p is not above that.  The chance that any true one is
 * refused is at most `chance`. */
bool holm(const double *p, double *level, size_t n, double chance, struct tri_error *e);

struct noise {
    double
        excess; /* the errors are so many times greater than the samples tell, at least 1; 0: too few rows to know */
    double typical; /* the median of the rows' variances, as samples tell them */
};

/* What changed from run to run, by the rows of a table. */
bool table_noise(const struct change *, size_t n, struct noise *, struct tri_error *e);
