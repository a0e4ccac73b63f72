/* unsolved: the host waited for the region to end, and only then read the file */
#include "lesson.h"

#include "judge.h"

#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

enum { LIMIT = 1000 /* turns of a millisecond, or more on a busy machine */ };

static atomic_bool started, ended, waiting, returned,
    going_on;           /* going_on: after the function has returned */
static atomic_int task; /* the step that is the region's */
static pthread_t host;
static int reads;
static bool in_parallel;                  /* the file was read there */
static bool ended_before, started_before; /* the region; before the file was read */
static double *file;

/* Until the host has nothing left to do beside the region. */
static void wait_for_host(void)
{
    bool beside = judge_has_order() && !pthread_equal(pthread_self(), host);
    for (int turns = LIMIT; beside && !waiting && !returned && turns > 0; turns--)
        usleep(1000);
}

/* The region begins, and comes home, only when the host waits for it, or has returned: so it is the slower of the two. */
static void watch_region(const struct event *e)
{
    started = true;
    if (e->kind == KERNEL ? e->begins : !e->begins)
        wait_for_host();
    if (e->kind == KERNEL && !e->begins)
        ended = true;
    going_on = going_on || returned;
}

static void watch(const struct event *e)
{
    if (e->kind == KERNEL || e->kind == COPY_FROM)
        watch_region(e);
    else if (e->kind == WAIT)
        waiting = waiting || e->step < 0 || follows(e->step, task);
    else if (e->kind == TASK) {
        task = e->step;
        started = true;
        waiting = false; /* a wait before this one was for others */
    }
}

void read_file(ptrdiff_t n, double *c)
{
    ended_before = ended;
    started_before = started;
    in_parallel = omp_in_parallel();
    for (ptrdiff_t i = 0; i < n; i++)
        c[i] = file[i];
    reads++;
}

static double *squared(ptrdiff_t n, const double *a, const double *c)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = a[i] * a[i] + (c ? c[i] : 0);
    return b;
}

static void judge_order(void)
{
    static const char one_after_the_other[] =
        "the host waited for the region to end, and only then read the file: nowait, and taskwait after the file.";
    if (!judge_has_order()) {
        if (directives("nowait") == 0)
            wrong("%s", one_after_the_other);
        not_judged(
            "who waits for whom: this compiler's runtime does not tell of tasks. Of b's values chance decides "
            "whether they show a taskwait that is missing");
        return;
    }
    if (in_parallel) {
        not_judged(
            "who waits for whom: the file was read in a parallel region, whose threads come in any order");
        return;
    }
    if (reads == 1 && ended_before)
        wrong("%s", one_after_the_other);
    if (reads == 1 && !started_before)
        wrong(
            "the host read the file, and only then started the region: the region first, with nowait.");
    if (going_on)
        wrong(
            "the function returned while the region was still running, or its copy: after nowait somebody has to "
            "wait (taskwait).");
}

static void begin(ptrdiff_t n)
{
    file = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        file[i] = (double)(i % 97 - 48);
    started = ended = waiting = returned = going_on = ended_before = started_before = in_parallel =
        false;
    reads = task = 0;
    host = pthread_self();
    judge_watch = watch;
}

void judge(ptrdiff_t n)
{
    double *a = given("a", n), *b = wanted("b", n), *c = wanted("c", n);
    begin(n);
    squares(n, a, b, c);
    returned = true;
    #pragma omp taskwait
    expect_kernels(1);
    judge_order();
    if (reads != 1)
        wrong("the file was read %d times, and it has to be once.", reads);
    expect_bounds();
    if (equal_numbers(n, b, squared(n, true_values(a), NULL)))
        wrong(
            "b has the squares alone: c was added before the region's result came, which overwrote it. "
            "Wait (taskwait) before b is used.");
    expect_values("c", n, c, file, NULL);
    expect_values("b", n, b, squared(n, true_values(a), c), squared(n, decoys(a), c));
    expect_divided(n);
    expect_teams(n);
    expect_copies(a, 1, 0);
    expect_copies(b, 0, 1);
}
