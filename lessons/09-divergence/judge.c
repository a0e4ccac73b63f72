/* unsolved: take both ways */
#include "lesson.h"

#include "judge.h"

#include <stdlib.h>

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 20011, 1010 };

enum { MAX_THREADS = 1 << 22, WARP = 32 };

static double *answer(ptrdiff_t n, const double *a)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = i % 2 == 0 ? long_way(a[i]) : short_way(a[i]);
    return b;
}

static int last_thread(ptrdiff_t n, const int *owner)
{
    int last = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        if (owner[i] < 0 || owner[i] >= MAX_THREADS)
            wrong("owner[%td] was not set: the line with note_thread() has to stay.", i);
        last = owner[i] > last ? owner[i] : last;
    }
    return last;
}

/* How many groups of threads have elements of both kinds; a group is a warp, or a thread of a CPU. */
static int mixed(ptrdiff_t n, const int *owner, int threads, int group)
{
    int count = 0;
    bool(*kinds)[2] = calloc((size_t)(threads / group) + 1, sizeof *kinds);
    if (!kinds)
        abort();
    for (ptrdiff_t i = 0; i < n; i++)
        kinds[owner[i] / group][i % 2] = true;
    for (int g = 0; g <= threads / group; g++)
        count += kinds[g][0] && kinds[g][1];
    free(kinds);
    return count;
}

/* Two regions, one for each kind, are another good answer, if neither goes over the elements of the other. */
static void judge_regions(ptrdiff_t n)
{
    if (judge_has_ledger() && shared_iterations() > n / 2 + 1)
        wrong(
            "%d regions, and each goes over all elements: half of a warp's threads still wait, in both.",
            kernels());
}

/* With schedule(static, 1) on a CPU neighbours belong to different threads, whatever the order is. */
static bool alternates(ptrdiff_t n, const int *owner)
{
    ptrdiff_t changes = 0;
    for (ptrdiff_t i = 2; i < n; i++)
        changes += owner[i] != owner[i - 2];
    return changes > n / 2;
}

static void judge_owners(ptrdiff_t n, const int *owner)
{
    int last = last_thread(n, owner);
    if (last == 0)
        wrong("owner says that one thread did all: is the loop divided among threads, and is "
              "note_thread() asked in its body?");
    if (device_is_cpu() && alternates(n, owner))
        wrong(
            "neighbours of one kind belong to different threads of a CPU, which a schedule clause does: "
            "without it, it can be told which iterations a warp would have.");
    int group = device_is_cpu() ? 1 : WARP, groups = last / group + 1;
    int both = mixed(n, owner, last + 1, group);
    if (both > 1 + groups / 8)
        wrong(
            "%d of %d %s take both ways: even and odd elements are mixed. Which element does iteration k "
            "compute?",
            both, groups, group == WARP ? "warps" : "threads");
}

void judge(ptrdiff_t n)
{
    double *a = given("a", n), *b = wanted("b", n);
    int *owner = malloc((size_t)n * sizeof *owner);
    if (!owner)
        abort();
    for (ptrdiff_t i = 0; i < n; i++)
        owner[i] = -1;
    ways(n, a, b, owner);
    expect_kernels(1);
    expect_bounds();
    expect_values("b", n, b, answer(n, true_values(a)), answer(n, decoys(a)));
    expect_shared(n / 2);
    if (kernels() > 1)
        judge_regions(n);
    else
        judge_owners(n, owner);
    free(owner);
}
