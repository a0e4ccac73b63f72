/* unsolved: the host waited for the region to end, and only then read the file */
#include "lesson.h"

#include "judge.h"

#include <stdatomic.h>
#include <unistd.h>

const ptrdiff_t judge_sizes[2] = { 1009, 2531 };

enum { HOLD = 100 /* milliseconds */ };
static const double patience = 2; /* seconds */

static atomic_bool begun, ended, copying, read_begun;
static int reads;
static bool ended_before, begun_before; /* the region; before the file was read */
static double *file;

static void wait_for(atomic_bool *event)
{
    double end = omp_get_wtime() + patience;
    while (!*event && omp_get_wtime() < end)
        usleep(1000);
}

static void watch_copy_from(bool begins)
{
    if (!begins)
        usleep(1000 * HOLD);
    copying = begins;
}

/* The region and the file wait for each other, for a while; then the region and its copies take longer. */
static void watch(const struct event *e)
{
    if (e->kind == COPY_FROM)
        watch_copy_from(e->begins);
    if (e->kind != KERNEL)
        return;
    *(e->begins ? &begun : &ended) = true;
    if (!e->begins)
        return;
    ended = false;
    wait_for(&read_begun);
    usleep(1000 * HOLD);
}

void read_file(ptrdiff_t n, double *c)
{
    ended_before = ended;
    if (judge_has_ledger() && !ended)
        wait_for(&begun);
    begun_before = begun;
    read_begun = true;
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

static bool equal(ptrdiff_t n, const double *a, const double *b)
{
    for (ptrdiff_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static void judge_order(bool going_on)
{
    if (!judge_has_ledger())
        return;
    if (reads == 1 && ended_before)
        wrong(
            "the host waited for the region to end, and only then read the file: nowait, and taskwait "
            "after the file.");
    if (reads == 1 && !begun_before)
        wrong(
            "the host read the file, and only then started the region: the region first, with nowait.");
    if (going_on)
        wrong(
            "the function returned while the region was still running, or its copy: after nowait somebody has to "
            "wait (taskwait).");
}

void judge(ptrdiff_t n)
{
    double *a = given("a", n), *b = wanted("b", n), *c = wanted("c", n);
    file = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        file[i] = (double)(i % 97 - 48);
    begun = ended = copying = read_begun = ended_before = begun_before = false;
    reads = 0;
    judge_watch = watch;
    squares(n, a, b, c);
    bool going_on = begun && (!ended || copying);
    #pragma omp taskwait
    expect_kernels(1);
    judge_order(going_on);
    if (reads != 1)
        wrong("the file was read %d times, and it has to be once.", reads);
    expect_bounds();
    if (equal(n, b, squared(n, true_values(a), NULL)))
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
