/* unsolved: were fetched, and */
#include "lesson.h"

#include "judge.h"

#include <stdlib.h>

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

enum { TEAMS = 4, THREADS = 2 };

#pragma omp declare target
ptrdiff_t judge_length;
long long judge_fetched, judge_outside;
int judge_fetchers; /* whether another thread than the first of its team has fetched */

/* The sign is what was packed.  Some take longer: who does not wait for them shows. */
double fetch(const double *a, ptrdiff_t i)
{
    #pragma omp atomic
    judge_fetched++;
    if (omp_get_thread_num() > 0)
        judge_fetchers = 1;
    if (i < 0 || i >= judge_length) {
        #pragma omp atomic
        judge_outside++;
        return 0;
    }
    if (i % 32 < 4)
        for (volatile int turn = 0; turn < 20000; turn++)
            ;
    return -a[i];
}
#pragma omp end declare target

static double *answer(ptrdiff_t n, const double *a)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        for (ptrdiff_t j = i - REACH; j <= i + REACH; j++)
            if (j >= 0 && j < n)
                b[i] -= a[j];
    return b;
}

static double *packed_sums(ptrdiff_t n, const double *a)
{
    double *b = answer(n, a);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = -b[i];
    return b;
}

/* Without the halo of all tiles. */
static double *without_halo(ptrdiff_t n, const double *a)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        for (ptrdiff_t j = i - REACH; j <= i + REACH; j++)
            if (j >= 0 && j < n && j / TILE == i / TILE)
                b[i] -= a[j];
    return b;
}

static void judge_fetches(ptrdiff_t n)
{
    long long most = n + 2 * REACH * ((n + TILE - 1) / TILE);
    if (judge_outside)
        wrong("fetch() was called for %lld elements outside of a: what lies there counts as 0.",
              judge_outside);
    if (judge_fetched < n)
        wrong("%lld elements were fetched, and there are %td: a is to be read with fetch() alone.",
              judge_fetched, n);
    if (judge_fetched > most)
        wrong(
            "%lld elements were fetched, and %lld are enough: each tile once, by the threads of a team together.",
            judge_fetched, most);
}

static void judge_teams(ptrdiff_t n)
{
    if (judge_has_ledger() && teams_asked() == 1)
        wrong("one team did all the tiles: the loop over tiles is for teams distribute.");
    expect_teams((n + TILE - 1) / TILE);
    expect_shared(TILE);
    if (!judge_fetchers)
        wrong(
            "one thread of each team fetched, and the others waited: the fetching is a parallel for, too.");
}

/* Where it says nothing of teams, the device that is the CPU has one: with more, what they share shows. */
static void want_teams(void)
{
    if (device_is_cpu()) {
        omp_set_num_teams(TEAMS);
        omp_set_teams_thread_limit(THREADS);
    }
}

void judge(ptrdiff_t n)
{
    double *a = given("a", n), *b = wanted("b", n);
    judge_length = n;
    judge_fetched = judge_outside = judge_fetchers = 0;
    #pragma omp target update to(judge_length, judge_fetched, judge_outside, judge_fetchers)
    int before = copies().to;
    want_teams();
    sums(n, a, b);
    int others = copies().to - before - copies_of(a).to - copies_of(b).to;
    #pragma omp target update from(judge_fetched, judge_outside, judge_fetchers)
    expect_kernels(1);
    if (judge_has_ledger() && others > 0)
        wrong(
            "the tile is copied to the device: declared outside of the region, it is one for all teams, and they "
            "overwrite each other's. It goes inside of the loop over tiles.");
    expect_bounds();
    if (equal_numbers(n, b, without_halo(n, true_values(a))))
        wrong(
            "sums at the ends of tiles lack their neighbours in the next tile: the tile needs a halo.");
    if (equal_numbers(n, b, packed_sums(n, true_values(a))))
        wrong("b has the sums of what is packed: a is to be read with fetch() alone.");
    expect_values("b", n, b, answer(n, true_values(a)), answer(n, decoys(a)));
    judge_fetches(n);
    judge_teams(n);
    expect_copies(a, 1, 0);
    expect_copies(b, 0, 1);
}
