/*
 * Threads meet before they work, so that a race is not left to chance.
 *
 * On a busy machine, the threads of a short loop run one after the other, each in its slice of time, and never lose anything to
 * each other.  So the first calls the others until all of them answer within a moment: then they are all on a processor,
 * and are let go together.
 */
#include "inside.h"

#include "measure.h"

#include <omp.h>

enum { MOST = 256 };
static const double
    BUDGET = 1,
    PATIENCE = 0.3; /* seconds of an audit, where others keep processors busy; of one meeting */
static const double ANSWER = 3e-6,
                    EACH = 1e-7; /* all are there if they answer so soon: plus so much for each */

static _Atomic double spent;
static _Atomic int call, done;   /* the number of the last call, and of that on which all went */
static _Atomic int answer[MOST]; /* to which call a thread has answered */

void tri_meetings_begin(void)
{
    spent = 0;
}

static bool all_answered(int threads, int number)
{
    for (int i = 1; i < threads; i++)
        if (answer[i] != number)
            return false;
    return true;
}

static void call_others(int threads, double end)
{
    double begin, now;
    do {
        int number = call + 1;
        begin = tri_now();
        call = number;
        do
            now = tri_now();
        while (!all_answered(threads, number) && now < end);
    } while (now - begin > ANSWER + EACH * threads && now < end);
    done = call;
}

static void wait_for_call(int index, int last, double end)
{
    while (done == last && tri_now() < end)
        answer[index] = call;
}

void tri_meet(int threads, int index)
{
    if (threads < 2 || threads > MOST || threads > omp_get_num_procs() || spent > BUDGET)
        return;
    double begin = tri_now(), end = begin + PATIENCE;
    if (index == 0)
        call_others(threads, end);
    else
        wait_for_call(index, done, end);
    if (index == 0)
        spent = spent + tri_now() - begin;
}
