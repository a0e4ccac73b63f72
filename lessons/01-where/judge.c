/* unsolved: it ran on the host */
#include "lesson.h"

#include "judge.h"

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531, 10 };

static double *answer(ptrdiff_t n, const double *a)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * a[i];
    return b;
}

/* A region that is given the host's address can store there, if the device is this CPU: no other can. */
static const int *answered;
static int answer_before;
static bool stored_by_kernel;

static void watch(const struct event *e)
{
    if (e->kind != KERNEL)
        return;
    if (e->begins)
        answer_before = *answered;
    else if (*answered != answer_before)
        stored_by_kernel = true;
}

void judge(ptrdiff_t n)
{
    double *a = given("a", n), *b = wanted("b", n);
    int on_device = -1;
    answered = &on_device;
    stored_by_kernel = false;
    judge_watch = watch;
    twice(n, a, b, &on_device);
    judge_watch = NULL;
    expect_kernels(1);
    expect_bounds();
    expect_values("b", n, b, answer(n, true_values(a)), answer(n, decoys(a)));
    if (judge_has_ledger() && kernels() > 1)
        wrong(
            "%d regions ran: that one of them is on the device does not say where the other was. Ask in the region that "
            "computes b.",
            kernels());
    if (stored_by_kernel)
        wrong(
            "the region has stored to *on_device by the host's address, and a GPU would crash there: store to a "
            "variable that is mapped, or map on_device[:1].");
    if (on_device == -1)
        wrong("*on_device was not set.");
    if (on_device != 1)
        wrong(
            "*on_device is %d, and the loop ran on the device: omp_is_initial_device() has to be asked "
            "inside the region, and its answer mapped home.",
            on_device);
    omp_set_default_device(omp_get_initial_device());
    twice(n, a, b, &on_device);
    omp_set_default_device(0);
    if (on_device == 1)
        wrong("*on_device is 1 even where the host is the device: it is claimed, not asked for.");
}
