/*
 * The judge of a lesson: a program of the student's file, the lesson's judge.c and the files of this folder.
 *
 * A lesson's judge() makes arrays, calls the student's function, and asks what has happened, by the functions
 * below.  The first that finds a mistake says so in a sentence, and ends the program.
 *
 * What the host sees of an input is not what the device gets.  Where the runtime tells of its copies (OMPT), an
 * array of given() has its true values only while it is copied to the device; before and after, decoys
 * are in their place.  So whatever was computed on the host shows.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* ---- What a lesson defines -------------------------------------------------------------------- */

/* Odd ones; the third, if there is one, is even or small: for what is right at some sizes only. */
enum { JUDGE_SIZES = 3 };
extern const ptrdiff_t judge_sizes[JUDGE_SIZES];
void judge(ptrdiff_t n);

/* ---- Arrays, with guards on both sides -------------------------------------------------------- */

/* An input: uneven values, of which sums of products are exact in any order. */
double *given(const char *name, ptrdiff_t n);

/* An output: every element holds UNTOUCHED. */
double *wanted(const char *name, ptrdiff_t n);

#define UNTOUCHED (-7.0e77)

/* What the device gets of an input, and what the host sees of it. */
const double *true_values(const double *array);
const double *decoys(const double *array);

/* An input's values times a factor: for more bits, or a wider range. */
void stretch(double *array, double factor);

/* One value of an input, the same for the device and for the host. */
void put(double *array, ptrdiff_t i, double value);

/* New values for an input: what an instrument, or another part of the program, would store on the host. */
void renew(double *array);

/* For the judge's own computing. */
double *numbers(ptrdiff_t n);
double *copied_numbers(ptrdiff_t n, const double *a);
bool equal_numbers(ptrdiff_t n, const double *a, const double *b);

/* ---- What has happened ------------------------------------------------------------------------ */

struct copies {
    int to, from; /* copies to the device, and from it */
    size_t bytes_to, bytes_from;
};

bool judge_has_ledger(void);                  /* whether the rest of these can tell */
bool judge_looks_for_races(void);             /* in this run, for which regions are on the host */
bool device_is_cpu(void);                     /* LLVM's, which alone tells of loops */
int kernels(void);                            /* that were started on a device */
struct copies copies(void);                   /* of whatever */
struct copies copies_of(const double *array); /* of it, or parts of it */
ptrdiff_t beyond(const double *array);        /* how many elements outside of it were copied, too */
long long shared_iterations(void);            /* of the largest loop divided among threads */
long long distributed_iterations(void);       /* of the largest divided among teams */

int reductions(void); /* by threads that share a loop, where the device tells of loops */

/* Teams that the last region asked for; 0: as many as the runtime likes, 1: one, since nothing was said of teams. */
unsigned teams_asked(void);

/* Whether the student's file has this identifier, and how many of its directives have this word: for what nothing tells of. */
bool mentioned(const char *identifier);
int directives(const char *word);

/* Of the clauses of this name, number k from 0: what stands between its parentheses, without blanks.  False: there are not so
 * many. */
enum { LONGEST_CLAUSE = 80 };
bool clause(const char *word, int k, char argument[static LONGEST_CLAUSE]);

/* A variable from outside of a loop that is divided among threads, in which iterations store: nothing says that each has its
 * own.  (clang makes a copy for each thread, so that the race never shows.) */
bool shared_by_iterations(char name[static LONGEST_CLAUSE]);

/* Number k of the array's indices and sections, without blanks: of a[2 * i] it is 2*i.  False: there are not so many. */
bool index_of(const char *array, int k, char index[static LONGEST_CLAUSE]);

/* Forgets what has happened so far: what is asked of now is the next function. */
void count_anew(void);

/* DATA_END: the host comes to the end of data on the device; TASK: it has made one; WAIT: it begins to wait, for what
 * `step` follows, and for all its tasks if that is -1. */
enum event_kind { KERNEL, COPY_TO, COPY_FROM, DATA_END, TASK, WAIT };

struct event {
    enum event_kind kind;
    bool begins;
    const double *array; /* of a copy; NULL: of none of the judge's */
    ptrdiff_t first;     /* its first element there */
    size_t bytes;
    int device;
    int step; /* to which it belongs: see below */
};

/* Is told of each, on the thread that starts it, and may hold it up; NULL: nobody is. A lesson sets it in judge(). */
extern void (*judge_watch)(const struct event *);

/* ---- Order, by directives and clauses alone, whatever the clock makes of it --------------------- */

/* A step is a task, or what the host does itself; they count up as the host comes to them. */
bool judge_has_order(void); /* whether the rest of these can tell */
int host_step(void);        /* the host's, now */
bool follows(int later,
             int earlier);   /* it cannot begin before the other has ended, or is the same */
bool follows_all(int later); /* it follows all that come before */

/* ---- Verdicts --------------------------------------------------------------------------------- */

/* Ends the program: this is the mistake. */
_Noreturn void wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Not judged, for this reason; said once. */
void not_judged(const char *what);

/* What the lesson is about cannot be judged here: without mistakes the verdict is "skipped: needs …". */
void needs(const char *what);

/* At least so many kernels ran on the device. */
void expect_kernels(int least);

/* The arrays are as they have to be: guards, and inputs. */
void expect_bounds(void);

/* b holds the values; those of `host` would have come of the host's decoys (NULL: unknown). */
void expect_values(const char *name, ptrdiff_t n, const double *b, const double *right,
                   const double *host);

/* A loop of so many iterations or more was divided among threads; where the device does not tell, directives say so. */
void expect_shared(long long least);

/* The same of regions with nowait, which the device that is the CPU gives to one of its threads each. */
void expect_divided(long long least);

/* Kernels run in teams; where the device tells, a loop of so many iterations or more is distributed among these. */
void expect_teams(long long least);

/* No thread has waited to enter a critical section, where the device tells. */
void expect_no_critical(void);

/* Threads that share a loop have reduced: where the device tells, a race that went right is found out. */
void expect_reduction(void);

/* An array of given() that came back is as it came: nobody has gone on with it on the host. */
void expect_from_device(const double *array);

/* One number that the function has returned. */
void expect_number(double got, double right, double host);

/* So many copies of the array at most.  One that does not come back is an input: nobody has stored to it. */
void expect_copies(const double *array, int to, int from);
