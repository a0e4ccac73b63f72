/* unsolved: nothing was copied while a region ran */
#include "lesson.h"

#include "judge.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

const ptrdiff_t judge_sizes[2] = { 1009, 2531 };

enum { PIECES = 5, COPY = 10, FIRST = 250 /* milliseconds */ };
static const double patience = 1, most = 3; /* seconds: for a copy to come, and for all of them */

/* Copies go one after the other, as over one bus, and take their time. The first takes long: on a busy machine, too, there is
   time for what nothing holds back to come before it ends. */
static pthread_mutex_t bus = PTHREAD_MUTEX_INITIALIZER;
static atomic_int to_done, regions_begun, regions_done, results_begun, results_done, copying;
static atomic_int early_regions, early_results, overlaps;
static double until;

static void watch_copy(const struct event *e)
{
    if (!e->begins) {
        copying--;
        *(e->kind == COPY_TO ? &to_done : &results_done) += 1;
        pthread_mutex_unlock(&bus);
        return;
    }
    pthread_mutex_lock(&bus);
    copying++;
    if (e->kind == COPY_FROM && ++results_begun > regions_done && regions_done < PIECES)
        early_results++;
    usleep(1000 * (to_done + results_done == 0 ? FIRST : COPY));
}

/* Whether a copy is on its way while a region waits for one; not for long if none is to come. */
static bool copy_comes(void)
{
    double now = omp_get_wtime(), end = now + patience < until ? now + patience : until;
    for (; now < end; now = omp_get_wtime()) {
        if (copying > 0)
            return true;
        if (to_done == PIECES && results_done == regions_begun - 1)
            return false;
        usleep(1000);
    }
    return copying > 0;
}

static void watch_region(const struct event *e)
{
    if (!e->begins) {
        regions_done++;
        return;
    }
    if (++regions_begun > to_done)
        early_regions++;
    overlaps += copy_comes();
}

static void watch(const struct event *e)
{
    (e->kind == KERNEL ? watch_region : watch_copy)(e);
}

static double *answer(ptrdiff_t n, const double *a)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = a[i] * a[i] - 1;
    return b;
}

static void judge_order(bool left)
{
    if (!judge_has_ledger())
        return;
    if (left)
        wrong(
            "the function returned, or its data ended, with copies or regions still under way: taskwait at the "
            "end of the block.");
    if (early_regions && to_done < PIECES)
        wrong(
            "%d of %d pieces came to the device, and regions ran before: the block of target data ended, and its "
            "tasks had not. taskwait at its end, inside.",
            (int)to_done, PIECES);
    if (early_regions)
        wrong(
            "a region began before its piece was there: depend(out:) on the copy, depend(in:) on the region, of "
            "the same element.");
    if (early_results)
        wrong(
            "a result was fetched before the region had made it: depend(out:) on the region, depend(in:) on the "
            "copy back, of the same element.");
}

/* A GPU's copies go on after they are told to have ended: so an order that is left to chance shows in b alone. */
static void judge_chance(ptrdiff_t n, const double *b, const double *right)
{
    ptrdiff_t count = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        count += b[i] != right[i];
    if (count > 0 && judge_has_ledger() && !device_is_cpu())
        wrong(
            "%td of %td elements of b differ: is there a depend between a piece's copy, its region and its copy back, "
            "of the same element, and a taskwait inside the block of target data?",
            count, n);
}

static void begin(void)
{
    to_done = regions_begun = regions_done = results_begun = results_done = copying = 0;
    early_regions = early_results = overlaps = 0;
    until = omp_get_wtime() + most;
    judge_watch = watch;
}

void judge(ptrdiff_t n)
{
    double *a = given("a", n), *b = wanted("b", n);
    begin();
    pipeline(n, (n + PIECES - 1) / PIECES, a, b);
    int done = regions_done + results_done;
    #pragma omp taskwait
    expect_kernels(PIECES);
    expect_bounds();
    judge_order(done < regions_done + results_done);
    judge_chance(n, b, answer(n, true_values(a)));
    expect_values("b", n, b, answer(n, true_values(a)), answer(n, decoys(a)));
    expect_divided(n / PIECES);
    expect_teams(n / PIECES);
    expect_copies(a, PIECES, 0);
    expect_copies(b, 0, PIECES);
    if (judge_has_ledger() && overlaps == 0)
        wrong(
            "nothing was copied while a region ran: all is right, and one after the other. nowait on all three, and "
            "depend within a piece alone.");
}
