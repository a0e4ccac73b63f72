/* Steps, and the order that their dependences give them. */
#include "order.h"

#include <omp.h>
#include <pthread.h>
#include <stddef.h>

enum { MAX_STEPS = 4096, MAX_DEPENDS = 16 };

struct depend {
    const void *address;
    int shared;
};

struct step {
    enum tri_step_kind kind;
    int depth;
    bool for_device;
    int n_depends;
    struct depend depend[MAX_DEPENDS];
};

static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;
static struct step steps[MAX_STEPS];
static int n_steps;
static bool overfull, shortened;

void tri_order_forget(void)
{
    n_steps = 0;
    overfull = shortened = false;
}

bool tri_order_is_known(void)
{
    return !overfull && !shortened;
}

int tri_order_add(enum tri_step_kind kind, int depth, bool for_device)
{
    pthread_mutex_lock(&adding);
    if (kind == TRI_STEP_WAIT && depth == 0 && n_steps > MAX_STEPS / 2) {
        n_steps = 0; /* all that was before has ended */
        shortened = true;
    }
    overfull = overfull || n_steps == MAX_STEPS;
    int step = overfull ? MAX_STEPS - 1 : n_steps++;
    steps[step] = (struct step){ .kind = kind, .depth = depth, .for_device = for_device };
    pthread_mutex_unlock(&adding);
    return step;
}

void tri_order_depend(int step, const void *address, int shared)
{
    pthread_mutex_lock(&adding);
    struct step *s = &steps[step];
    overfull = overfull || s->n_depends == MAX_DEPENDS;
    if (!overfull)
        s->depend[s->n_depends++] = (struct depend){ address, shared };
    pthread_mutex_unlock(&adding);
}

bool tri_order_is_host(int step)
{
    return steps[step].kind == TRI_STEP_HOST;
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
    return earlier->kind != TRI_STEP_TASK ||
           (later->kind == TRI_STEP_WAIT && earlier->depth >= later->depth) ||
           depends(later, earlier);
}

/* The steps from `earlier` to `later` that follow the first of them. */
static void mark_followers(int earlier, int later, bool after[static MAX_STEPS])
{
    after[earlier] = true;
    for (int i = earlier + 1; i <= later; i++) {
        after[i] = false;
        for (int k = earlier; k < i && !after[i]; k++)
            after[i] = after[k] && waits_for(&steps[i], &steps[k]);
    }
}

bool tri_order_follows(int later, int earlier)
{
    bool after[MAX_STEPS];
    mark_followers(earlier, later, after);
    return after[later];
}

bool tri_order_follows_all(int later)
{
    for (int i = 0; i < later; i++)
        if (!tri_order_follows(later, i))
            return false;
    return true;
}

/* Backwards: who is waited for by something that is the host's own, or is waited for itself. */
bool tri_order_left_over(void)
{
    bool ended[MAX_STEPS];
    for (int i = n_steps; i-- > 0 && !overfull;) {
        ended[i] = steps[i].kind != TRI_STEP_TASK;
        for (int k = i + 1; k < n_steps && !ended[i]; k++)
            ended[i] = ended[k] && waits_for(&steps[k], &steps[i]);
        if (!ended[i] && steps[i].for_device)
            return true;
    }
    return false;
}
