/* What has to wait for what: by directives and clauses alone, as the runtime tells of them when it takes a task.  What the
 * clock makes of tasks without an order is luck, and nothing to judge by. */
#include "order.h"

#include <pthread.h>

enum { MAX_STEPS = 256, MAX_DEPENDS = 16 };

struct depend {
    const void *address; /* NULL: all memory */
    int shared;          /* 0: alone; else among those of this kind, as with `in` */
};

struct step {
    enum step_kind kind;
    int n_depends;
    struct depend depend[MAX_DEPENDS];
};

static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;
static struct step steps[MAX_STEPS];
static int n_steps;
static bool overfull; /* what is not known is not judged */

void judge_forget_steps(void)
{
    n_steps = 0;
    overfull = false;
}

bool judge_knows_steps(void)
{
    return !overfull;
}

int judge_add_step(enum step_kind kind)
{
    pthread_mutex_lock(&adding);
    overfull = overfull || n_steps == MAX_STEPS;
    int step = overfull ? MAX_STEPS - 1 : n_steps++;
    steps[step] = (struct step){ .kind = kind };
    pthread_mutex_unlock(&adding);
    return step;
}

void judge_add_depend(int step, const void *address, int shared)
{
    pthread_mutex_lock(&adding);
    struct step *s = &steps[step];
    overfull = overfull || s->n_depends == MAX_DEPENDS;
    if (!overfull)
        s->depend[s->n_depends++] = (struct depend){ address, shared };
    pthread_mutex_unlock(&adding);
}

bool judge_is_host(int step)
{
    return steps[step].kind == STEP_HOST;
}

int host_step(void)
{
    return judge_add_step(STEP_HOST);
}

/* ---- Order ------------------------------------------------------------------------------------ */

static bool excludes(const struct depend *a, const struct depend *b)
{
    bool same_place = a->address == b->address || !a->address || !b->address;
    return same_place && (a->shared == 0 || a->shared != b->shared);
}

static bool depends(const struct step *later, const struct step *earlier)
{
    for (int i = 0; i < later->n_depends; i++)
        for (int k = 0; k < earlier->n_depends; k++)
            if (excludes(&later->depend[i], &earlier->depend[k]))
                return true;
    return false;
}

/* The host does its own steps one after the other, and makes tasks between them. */
static bool waits_for(const struct step *later, const struct step *earlier)
{
    return earlier->kind != STEP_TASK || later->kind == STEP_WAIT || depends(later, earlier);
}

bool follows(int later, int earlier)
{
    bool after[MAX_STEPS] = { false };
    after[earlier] = true;
    for (int i = earlier + 1; i <= later; i++)
        for (int k = earlier; k < i && !after[i]; k++)
            after[i] = after[k] && waits_for(&steps[i], &steps[k]);
    return after[later];
}

bool follows_all(int later)
{
    for (int i = 0; i < later; i++)
        if (!follows(later, i))
            return false;
    return true;
}
