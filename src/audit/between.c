/*
 * What another thread does between two atomics of one thread, or between two critical regions.
 *
 * `atomic read`, and then `atomic write` of one more, are no race, and yet they lose what another thread adds in between; so does a
 * number that is read behind the `atomic update` which has counted it up.  Threads seldom come in between by themselves.  So who
 * comes to the second of such a pair waits until another has changed the variable, or had the lock, for a moment at most.  A
 * right program is right in that order, too: who compares its result needs no other judgement.
 */
#include "races.h"

#include "measure.h"

#include <stdatomic.h>
#include <unistd.h>

#ifdef TRI_HAS_OMPT

/* So many waits for others who come, and so many for nobody. */
enum { MOST = 64, IN_VAIN = 3, PAUSE = 20 };
static const double PATIENCE = 0.01; /* seconds */

static _Atomic int waiting; /* the thread that does; 0: none */
static const void *_Atomic place;
static _Atomic bool came;
static _Atomic int let_in, in_vain;
static struct tri_race first;

void tri_between_begin(void)
{
    waiting = let_in = in_vain = 0;
    place = NULL;
    first.where = NULL;
}

const struct tri_race *tri_between_first(void)
{
    return let_in > 0 ? &first : NULL;
}

/* One at a time: two that wait for each other would both wait in vain. */
static void let_others_in(const struct tri_racing *t, const void *p, const void *code)
{
    int none = 0;
    if (let_in >= MOST || in_vain >= IN_VAIN ||
        !atomic_compare_exchange_strong(&waiting, &none, t->id))
        return;
    came = false;
    place = p;
    for (double end = tri_now() + PATIENCE; !came && tri_now() < end;)
        usleep(PAUSE);
    place = NULL;
    if (!came)
        in_vain++;
    else if (let_in++ == 0)
        first = (struct tri_race){ .where = p, .code = code };
    waiting = 0;
}

/* Two whole updates in turn are two steps in any case. */
void tri_between_before(const struct tri_racing *t, const void *p, unsigned how, const void *code)
{
    const unsigned was = t && t->last.at == p ? t->last.how : 0;
    const bool reads_first = was == TRI_READS && how & TRI_CHANGES,
               changes_first = was == (TRI_READS | TRI_CHANGES) && how == TRI_READS,
               locks_again = was == TRI_LOCKS && how == TRI_LOCKS;
    if (reads_first || changes_first || locks_again)
        let_others_in(t, p, code);
}

void tri_between_after(struct tri_racing *t, const void *p, unsigned how)
{
    if (!t)
        return;
    t->last.at = p;
    t->last.how = how;
    if (how != TRI_READS && place == p && waiting != t->id)
        came = true;
}

#endif
