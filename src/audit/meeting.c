/*
 * Threads meet before they work, so that a race is not left to chance.
 *
 * On a busy machine, the threads of a short loop run one after the other, each in its slice of time, and never lose anything to
 * each other.  So the first calls the others until all of them answer within a moment: then they are all on a processor,
 * and are let go together.  If that takes long, each keeps to a processor of its own until then: two that share one never meet.
 */
#define _GNU_SOURCE /* sched_setaffinity */
#include "meeting.h"

#include "measure.h"

#include <math.h>
#include <omp.h>
#include <sched.h>

enum { MOST = 256 };
static const double PATIENCE = 0.5,
                    AGAIN = 0.05; /* seconds for one meeting; for one after a loop or a barrier */
static const double ANSWER = 3e-6,
                    EACH = 1e-7; /* all are there if they answer so soon: plus so much for each */
static const double LONG = 2e-4;

static double budget;
static bool held;
static unsigned hold_number; /* of the run */
static _Atomic double spent;
static _Atomic int gathered;
static _Atomic int call, done;   /* the number of the last call, and of that on which all went */
static _Atomic int answer[MOST]; /* to which call a thread has answered */

void tri_meetings_begin(double seconds)
{
    budget = seconds;
    spent = 0;
}

void tri_meetings_hold(bool hold)
{
    held = hold;
    hold_number++;
}

double tri_meetings_seconds(void)
{
    return spent;
}

/* ---- A processor of its own --------------------------------------------------------------------- */

struct seat {
    int index;
    double due; /* when it is taken */
    bool taken;
    cpu_set_t before;
};

static int processor_of(const cpu_set_t *allowed, int index)
{
    int n = CPU_COUNT(allowed), k = n > 0 ? index % n : -1;
    for (int p = 0; p < CPU_SETSIZE; p++)
        if (CPU_ISSET(p, allowed) && k-- == 0)
            return p;
    return -1;
}

static void take_seat(struct seat *s)
{
    cpu_set_t one;
    if (s->taken || tri_now() < s->due)
        return;
    s->taken = sched_getaffinity(0, sizeof s->before, &s->before) == 0;
    int p = s->taken ? processor_of(&s->before, s->index) : -1;
    CPU_ZERO(&one);
    if (p >= 0)
        CPU_SET(p, &one);
    s->taken = p >= 0 && sched_setaffinity(0, sizeof one, &one) == 0;
    if (!s->taken)
        s->due = INFINITY;
}

static void leave_seat(const struct seat *s)
{
    if (s->taken)
        sched_setaffinity(0, sizeof s->before, &s->before);
}

/* ---- The meeting -------------------------------------------------------------------------------- */

static bool all_answered(int threads, int number)
{
    for (int i = 1; i < threads; i++)
        if (answer[i] != number)
            return false;
    return true;
}

static void call_others(int threads, struct seat *seat, double end)
{
    double begin, now;
    do {
        int number = call + 1;
        take_seat(seat);
        begin = tri_now();
        call = number;
        do {
            take_seat(seat);
            now = tri_now();
        } while (!all_answered(threads, number) && now < end);
    } while (now - begin > ANSWER + EACH * threads && now < end);
    gathered = 0;
    done = call;
}

static void wait_for_call(struct seat *seat, int last, double end)
{
    while (done == last && tri_now() < end) {
        answer[seat->index] = call;
        take_seat(seat);
    }
}

/* Leaving a processor of its own takes microseconds: only then do they go, within a tenth of one.  Who would always be ahead by
 * as much would never meet the others in what lasts for less. */
static void go_together(int threads, int index)
{
    static _Thread_local unsigned chance;
    gathered++;
    for (int i = 0; i < 20000 && gathered < threads; i++)
        ;
    chance = (chance + (unsigned)index + 1) * 1664525u + 1013904223u;
    for (unsigned i = chance >> (26 - done % 4); i > 0; i--)
        __asm__ volatile("");
}

/* Of more threads than there are processors, as many as fit, and others in the next run: any two of them are enough for a race. */
static void meet(int threads, int index, double patience)
{
    if (threads > omp_get_num_procs()) {
        index = (index + (int)(hold_number % (unsigned)threads)) % threads;
        threads = omp_get_num_procs();
    }
    if (!held || threads < 2 || threads > MOST || index >= threads || spent > budget)
        return;
    double begin = tri_now(), end = begin + patience;
    struct seat seat = { .index = index, .due = begin + LONG };
    if (index == 0)
        call_others(threads, &seat, end);
    else
        wait_for_call(&seat, done, end);
    leave_seat(&seat);
    go_together(threads, index);
    if (index == 0)
        spent = spent + tri_now() - begin;
}

void tri_meet(int threads, int index)
{
    meet(threads, index, PATIENCE);
}

void tri_meet_again(int threads, int index)
{
    meet(threads, index, AGAIN);
}
