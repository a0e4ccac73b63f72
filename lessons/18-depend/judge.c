/* unsolved: nothing was copied while a region ran */
#include "lesson.h"

#include "judge.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

enum { PIECES = 5, MOST = 32 /* operations */ };

struct operation {
    enum event_kind kind;
    int step;
    ptrdiff_t first, end; /* of a copy */
};

static struct operation operations[MOST];
static atomic_int n_operations;
static ptrdiff_t piece_length;

/* ---- What happens: is seen, and is not judged by the clock ------------------------------------- */

enum { COPY = 10, TURN = 50 /* milliseconds */ };

/* Copies go one after the other, as over one bus, and take their time. */
static pthread_mutex_t bus = PTHREAD_MUTEX_INITIALIZER;
static atomic_int copying, running, regions, overlaps;

static void note_operation(const struct event *e)
{
    bool counts = e->kind == KERNEL || e->array;
    int i = counts ? n_operations++ : MOST;
    if (i < MOST)
        operations[i] = (struct operation){ e->kind, e->step, e->first,
                                            e->first + (ptrdiff_t)(e->bytes / sizeof(double)) };
}

static void watch_copy(const struct event *e)
{
    if (!e->begins) {
        copying--;
        pthread_mutex_unlock(&bus);
        return;
    }
    note_operation(e);
    pthread_mutex_lock(&bus);
    copying++;
    overlaps += running > 0;
    usleep(1000 * COPY);
}

/* A region waits for a copy, if there has been none beside a region; each for longer than the one before. */
static void watch_region(const struct event *e)
{
    if (!e->begins) {
        running--;
        return;
    }
    note_operation(e);
    running++;
    overlaps += copying > 0;
    for (int turns = TURN * ++regions; overlaps == 0 && turns > 0; turns--)
        usleep(1000);
}

/* Asked before the data are gone: what is under way then would use them. */
static void watch_end(const struct event *e)
{
    if (judge_has_order() && !follows_all(e->step))
        wrong(
            "the block of target data ended with copies or regions still under way: taskwait at its end, inside.");
}

static void watch(const struct event *e)
{
    if (e->kind == COPY_TO || e->kind == COPY_FROM)
        watch_copy(e);
    else if (e->kind == KERNEL)
        watch_region(e);
    else if (e->kind == DATA_END)
        watch_end(e);
}

/* ---- Order: by depend and taskwait ------------------------------------------------------------- */

/* Whether the region can be the one of this piece: its copies to the device come before; and its copies back after, if
 * these are asked of. */
static bool fits(const struct operation *region, int piece, bool results)
{
    ptrdiff_t first = piece * piece_length, end = first + piece_length;
    for (int i = 0; i < n_operations; i++) {
        const struct operation *o = &operations[i];
        if (o->kind == KERNEL || o->end <= first || o->first >= end)
            continue;
        if (o->kind == COPY_TO && !follows(region->step, o->step))
            return false;
        if (o->kind == COPY_FROM && results && !follows(o->step, region->step))
            return false;
    }
    return true;
}

/* Whether each piece, from this one on, can have a region of its own. */
static bool all_fit(int piece, bool results, unsigned taken)
{
    if (piece == PIECES)
        return true;
    for (int i = 0; i < n_operations; i++)
        if (operations[i].kind == KERNEL && !(taken >> i & 1) &&
            fits(&operations[i], piece, results) && all_fit(piece + 1, results, taken | 1u << i))
            return true;
    return false;
}

static bool may_overlap(void)
{
    for (int i = 0; i < n_operations; i++)
        for (int k = 0; k < n_operations; k++)
            if (operations[i].kind == KERNEL && operations[k].kind != KERNEL &&
                !follows(operations[i].step, operations[k].step) &&
                !follows(operations[k].step, operations[i].step))
                return true;
    return false;
}

static void judge_order(int returned)
{
    if (!judge_has_order())
        return;
    if (n_operations > MOST)
        wrong("%d copies and regions, and three for each of %d pieces are enough.",
              (int)n_operations, PIECES);
    if (!follows_all(returned))
        wrong("the function returned with copies or regions still under way: taskwait at its end.");
    if (!all_fit(0, false, 0))
        wrong(
            "a region may begin before its piece was there: depend(out:) on the copy, depend(in:) on the region, of "
            "the same element.");
    if (!all_fit(0, true, 0))
        wrong(
            "a result may be fetched before the region had made it: depend(out:) on the region, depend(in:) on the "
            "copy back, of the same element.");
}

/* Of a runtime that does not tell of tasks, the directives say a little. */
static void judge_overlap(void)
{
    static const char one_after_the_other[] =
        "nothing was copied while a region ran: all is right, and one after the other. nowait on all three, and depend "
        "within a piece alone.";
    if (judge_has_order() ? overlaps == 0 && !may_overlap() : directives("nowait") == 0)
        wrong("%s", one_after_the_other);
    if (!judge_has_order())
        not_judged(
            "the order of copies and regions: this compiler's runtime does not tell of tasks. Of b's values "
            "chance decides whether they show a depend that is missing");
    else if (overlaps == 0)
        not_judged(
            "that a copy and a region did overlap: they may, and this machine was too busy to see it");
}

/* ---- Values ----------------------------------------------------------------------------------- */

static double *answer(ptrdiff_t n, const double *a)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = a[i] * a[i] - 1;
    return b;
}

static void begin(ptrdiff_t n)
{
    piece_length = (n + PIECES - 1) / PIECES;
    n_operations = copying = running = regions = overlaps = 0;
    judge_watch = watch;
}

void judge(ptrdiff_t n)
{
    double *a = given("a", n), *b = wanted("b", n);
    begin(n);
    pipeline(n, piece_length, a, b);
    int returned = host_step();
    #pragma omp taskwait
    expect_kernels(PIECES);
    expect_bounds();
    judge_order(returned);
    expect_values("b", n, b, answer(n, true_values(a)), answer(n, decoys(a)));
    expect_divided(n / PIECES);
    expect_teams(n / PIECES);
    expect_copies(a, PIECES, 0);
    expect_copies(b, 0, PIECES);
    judge_overlap();
}
