/* unsolved: device 1 got nothing to do */
#include "lesson.h"

#include "judge.h"

#include <stdatomic.h>
#include <unistd.h>

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

enum { MOST = 16 };               /* devices */
static const double patience = 1; /* seconds, of all regions together */

static atomic_int running, together, kernels_on[MOST], step_on[MOST];
static atomic_size_t elements_to[MOST]; /* of the input */
static const double *input;
static double until;

/* Each region waits for those of all other devices, for a while.  (What runs at once does so from the first on.) */
static void meet(void)
{
    running++;
    while (together < omp_get_num_devices() && omp_get_wtime() < until) {
        int now = running;
        together = now > together ? now : together;
        usleep(1000);
    }
}

/* Whether none of the regions has to wait for one of another device: on a busy machine they may not have met. */
static bool free_of_each_other(int devices)
{
    for (int i = 0; i < devices; i++)
        for (int k = 0; k < devices; k++)
            if (i != k && follows(step_on[k], step_on[i]))
                return false;
    return true;
}

static void watch(const struct event *e)
{
    int device = e->device >= 0 && e->device < MOST ? e->device : MOST - 1;
    if (e->kind == COPY_TO && e->begins && e->array == input)
        elements_to[device] += e->bytes / sizeof(double);
    if (e->kind == KERNEL && !e->begins)
        running--;
    if (e->kind == KERNEL && e->begins) {
        kernels_on[device]++;
        step_on[device] = e->step;
        meet();
    }
}

static double *answer(ptrdiff_t n, const double *a)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = -a[i] / 4;
    return b;
}

static void judge_shares(ptrdiff_t n, const double *a, const double *b, int devices)
{
    for (int d = 0; d < devices; d++)
        if (kernels_on[d] == 0)
            wrong(
                "device %d got nothing to do, and there are %d: a region for each, with device(d).",
                d, devices);
    if (copies_of(a).bytes_to > (size_t)n * sizeof *a)
        wrong(
            "a was copied with more than its share to a device: %zu bytes in all, and it has %zu.",
            copies_of(a).bytes_to, (size_t)n * sizeof *a);
    if (copies_of(b).bytes_from > (size_t)n * sizeof *b)
        wrong(
            "b was copied back with more than a share from a device: %zu bytes in all, and it has %zu.",
            copies_of(b).bytes_from, (size_t)n * sizeof *b);
    for (int d = 0; d < devices; d++)
        if (elements_to[d] > 2 * (size_t)n / (size_t)devices)
            wrong("device %d got %zu of %td elements: a share for each of %d is fewer.", d,
                  (size_t)elements_to[d], n, devices);
    if (together < devices && !(judge_has_order() && free_of_each_other(devices)))
        wrong(
            "the devices worked one after another: at most %d of %d at once. nowait on each region, and one taskwait "
            "after the loop.",
            together, devices);
}

static void begin(const double *a)
{
    input = a;
    running = together = 0;
    for (int d = 0; d < MOST; d++)
        elements_to[d] = (size_t)(kernels_on[d] = 0);
    until = omp_get_wtime() + patience;
    judge_watch = watch;
}

void judge(ptrdiff_t n)
{
    double *a = given("a", n), *b = wanted("b", n);
    int devices = omp_get_num_devices() < MOST ? omp_get_num_devices() : MOST;
    begin(a);
    share(n, a, b);
    int returned = host_step();
    #pragma omp taskwait
    expect_kernels(1);
    if (judge_has_order() && !follows_all(returned))
        wrong("the function returned while devices were still running: taskwait after the loop.");
    expect_bounds();
    if (judge_has_ledger())
        judge_shares(n, a, b, devices);
    expect_values("b", n, b, answer(n, true_values(a)), answer(n, decoys(a)));
    if (!mentioned("omp_get_num_devices") && !mentioned("omp_get_initial_device"))
        wrong(
            "there are %d devices here, by luck: how many there are is to be asked for (omp_get_num_devices).",
            devices);
    expect_divided(n / devices);
    expect_teams(n / devices);
    expect_copies(a, devices, 0);
    expect_copies(b, 0, devices);
    if (devices == 1)
        needs("a second GPU");
    else if (!judge_has_ledger())
        needs("a compiler that tells which device it was (OMPT)");
}
