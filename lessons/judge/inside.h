/* What the files of the judge share. */
#ifndef JUDGE_INSIDE_H
#define JUDGE_INSIDE_H

#include "judge.h"

enum { MAX_ARRAYS = 8 };

/* |guard|n elements|guard|: each guard has n elements, too. */
struct array {
    const char *name;
    double *host, *real, *decoy; /* n each; an output has only host */
    ptrdiff_t n, beyond;
    unsigned seed;
    struct copies copies;
};

extern struct array judge_arrays[MAX_ARRAYS];
extern int judge_n_arrays;

struct ledger {
    bool told;             /* by the runtime */
    bool tasks_told;       /* and what they depend on, and waits */
    int turn;              /* counts up whenever counting begins anew */
    int kernels, in_teams; /* all; those for which one team was not asked for */
    unsigned teams;        /* asked for by the last */
    struct copies copies;
    long long iterations, distributed; /* of the largest loops divided among threads, among teams */
    int sharing;                       /* threads that have had a part of a loop */
    int reductions, criticals;
};

extern struct ledger judge_ledger;

/* What learn has left of the student's file. */
bool judge_read_source(void);

/* The array, and the elements [*first, *end) of its place, guards included, that are in these bytes. */
struct array *judge_array_in(const void *bytes, size_t size, ptrdiff_t *first, ptrdiff_t *end);

/* Before a copy to the device the array shows its true values; after it, the decoys again. */
void judge_unveil(struct array *, ptrdiff_t first, ptrdiff_t end);
void judge_veil(struct array *, ptrdiff_t first, ptrdiff_t end);

/* An input is as it was. */
void judge_expect_input(const double *array);

/* After a copy from the device: what came is true. */
void judge_accept(struct array *, ptrdiff_t first, ptrdiff_t end);

/* What has to wait for what is told of steps, in the order in which they are taken: tasks that the host has made, what it does
 * itself, also by a task that it waits for at once, and waits for all tasks so far. */
enum step_kind { STEP_TASK, STEP_HOST, STEP_WAIT };
int judge_add_step(enum step_kind);
bool judge_is_host(int step);
void judge_add_depend(int step, const void *address, int shared);
void judge_forget_steps(void);

/* This thread begins with its part of a loop, or has ended it: between, noise may stop it. */
void judge_in_loop(bool begins);

#endif
