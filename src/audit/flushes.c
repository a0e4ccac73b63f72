/* Atomics with a flush: what a thread has done before it stores one is known to who loads it and flushes. */
#include "races.h"

#ifdef TRI_HAS_OMPT

# include <stdlib.h>

enum { PLACES = 4096 };

static struct place {
    const void *at;
    struct tri_racing_clock *clock;
} places[PLACES];
static _Atomic int n_places;

static struct tri_racing_clock *clock_at(const void *p, bool make)
{
    size_t i = (uintptr_t)p / 4 % PLACES;
    for (int tries = 0; tries < PLACES; tries++, i = (i + 1) % PLACES) {
        if (places[i].at == p)
            return places[i].clock;
        if (!places[i].at)
            break;
    }
    if (!make)
        return NULL;
    struct tri_racing_clock *c =
        n_places < PLACES / 2 && !places[i].at ? calloc(1, sizeof *c) : NULL;
    if (!c) {
        tri_racing_give_up("it has more atomic variables with a flush than are watched");
        return NULL;
    }
    places[i] = (struct place){ p, c };
    n_places++;
    return c;
}

void tri_racing_flush(void)
{
    struct tri_racing *t = tri_racing_self();
    if (!t)
        return;
    tri_accesses_settle(t);
    pthread_mutex_lock(&tri_racing_clocks);
    tri_racing_learn(&t->now, &t->pending);
    t->fence = t->now;
    t->has_flushed = true;
    t->now.of[t->id]++;
    pthread_mutex_unlock(&tri_racing_clocks);
}

static bool has_release(int order)
{
    return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

static bool has_acquire(int order)
{
    return order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST ||
           order == __ATOMIC_CONSUME;
}

void tri_racing_release(const void *p, int order)
{
    struct tri_racing *t = tri_racing_self();
    if (!t || !(has_release(order) || t->has_flushed))
        return;
    pthread_mutex_lock(&tri_racing_clocks);
    struct tri_racing_clock *c = clock_at(p, true);
    if (c && has_release(order))
        tri_racing_tell(t, c);
    else if (c)
        tri_racing_learn(c, &t->fence);
    pthread_mutex_unlock(&tri_racing_clocks);
}

void tri_racing_acquire(const void *p, int order)
{
    struct tri_racing *t = tri_racing_self();
    if (!t || n_places == 0)
        return;
    pthread_mutex_lock(&tri_racing_clocks);
    struct tri_racing_clock *c = clock_at(p, false);
    if (c)
        tri_racing_learn(has_acquire(order) ? &t->now : &t->pending, c);
    pthread_mutex_unlock(&tri_racing_clocks);
}

void tri_flushes_forget(void)
{
    for (int i = 0; i < PLACES; i++)
        free(places[i].clock);
    for (int i = 0; i < PLACES; i++)
        places[i] = (struct place){ 0 };
    n_places = 0;
}

#endif
