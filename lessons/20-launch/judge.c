/* unsolved: teams were asked for */
#include "lesson.h"

#include "judge.h"

#include <string.h>

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

static double *answer(ptrdiff_t n, const double *a)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = a[i] / 2;
    return b;
}

static void judge_asked(ptrdiff_t n, int size, int right)
{
    unsigned asked = teams_asked();
    if (!judge_has_ledger() || asked == (unsigned)right)
        return;
    if (asked <= 1)
        wrong(
            "no teams were asked for: how many there are was the runtime's choice, and has to be %d (num_teams).",
            right);
    if (asked == (unsigned)(n / size))
        wrong(
            "%u teams were asked for: %td elements of %td have no thread of their own. Ask for (n + size - 1) / size teams.",
            asked, n % size, n);
    if (asked == (unsigned)size)
        wrong(
            "%u teams were asked for: that is the size of a team. num_teams takes how many there are.",
            asked);
    wrong("%u teams were asked for, and %d of %d threads are one for each of %td elements.", asked,
          right, size, n);
}

static void judge_seen(int size, int right, int teams, int limit)
{
    if (teams == 0 || limit == 0)
        wrong("*teams is %d, *limit is %d: what the region has seen did not come home.", teams,
              limit);
    if (limit != size)
        wrong("a team may have %d threads, and it has to be %d (thread_limit).", limit, size);
    if (teams != right)
        wrong("the region has seen %d teams, and it has to be %d.", teams, right);
}

static void judge_launch(ptrdiff_t n, int size)
{
    double *a = given("a", n), *b = wanted("b", n);
    int teams = -1, limit = -1, right = (int)((n + size - 1) / size);
    size_t before = copies().bytes_from;
    halve(n, size, a, b, &teams, &limit);
    size_t came = copies().bytes_from - before;
    expect_kernels(1);
    expect_bounds();
    expect_values("b", n, b, answer(n, true_values(a)), answer(n, decoys(a)));
    judge_asked(n, size, right);
    expect_shared(n / right);
    expect_teams(n);
    judge_seen(size, right, teams, limit);
    if (judge_has_ledger() && came < (size_t)n * sizeof *b + 2 * sizeof(int))
        wrong(
            "*teams or *limit was not copied from the device: is one not mapped? This device shares the host's "
            "memory, another crashes.");
    expect_copies(a, 1, 0);
    expect_copies(b, 0, 1);
}

/* Half of a team's threads would do nothing. */
static void judge_threads(void)
{
    char argument[LONGEST_CLAUSE];
    if (clause("num_threads", 0, argument) && strcmp(argument, "size") != 0)
        wrong(
            "num_threads(%s): of the threads of a team so many work, and it has to be all: thread_limit(size) is enough.",
            argument);
}

void judge(ptrdiff_t n)
{
    judge_launch(n, 128);
    judge_launch(n, 64);
    judge_launch(n - n % 128, 128);
    judge_threads();
    if (judge_has_ledger())
        not_judged(
            "how fast it is, and the occupancy: needs a GPU (bench vecadd --path offload --variant all)");
}
