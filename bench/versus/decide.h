/*
 * What the times of two sides tell of the rows of a table: slower, faster, no difference, or that they cannot tell.
 * docs/timing.md has the method, and where its constants come from.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "triptych.h"

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
