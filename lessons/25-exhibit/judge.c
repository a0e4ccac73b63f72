/* unsolved: threads: one thread did all */
#include "lesson.h"

#include "judge.h"

#include <stdlib.h>

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

static const double WIDER = 1.125, /* some are below -2 from the first step on */
    REACHES_2 = 64;                /* x is 1, then 2, and goes on */

typedef void path(ptrdiff_t, int, const double *, double *);

static double *answer(ptrdiff_t n, int steps, const double *shift)
{
    double *x = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        for (int t = 0; t < steps && fabs(x[i]) <= 2; t++)
            x[i] = fma(x[i], x[i], shift[i] / 64);
    return x;
}

static void judge_bits(const char *name, ptrdiff_t n, const double *x, const double *right)
{
    for (ptrdiff_t i = 0; i < n; i++)
        if (x[i] == UNTOUCHED)
            wrong("%s: x differs from the reference: nothing was stored in x[%td].", name, i);
        else if (x[i] != right[i])
            wrong(
                "%s: x differs from the reference, first at x[%td]: %.17g, and it has to be %.17g, to the bit.",
                name, i, x[i], right[i]);
}

/* What the host computes, it computes of the decoys. */
static void judge_on_host(const char *name, path *run, ptrdiff_t n, int steps, bool shared)
{
    double *shift = given("shift", n), *x = wanted("x", n);
    stretch(shift, WIDER);
    put(shift, n / 2, REACHES_2);
    count_anew();
    run(n, steps, shift, x);
    if (kernels() > 0)
        wrong("%s: it ran on the device, and this path is for the CPU.", name);
    expect_bounds();
    judge_bits(name, n, x, answer(n, steps, decoys(shift)));
    if (shared && judge_has_ledger() && shared_iterations() < n)
        wrong("%s: one thread did all: parallel for.", name);
    if (shared)
        expect_shared(n);
}

static void judge_on_device(ptrdiff_t n, int steps)
{
    double *shift = given("shift", n), *x = wanted("x", n);
    stretch(shift, WIDER);
    put(shift, n / 2, REACHES_2);
    count_anew();
    offload(n, steps, shift, x);
    if (judge_has_ledger() && kernels() == 0)
        wrong("offload: it ran on the host: no kernel was started on the device.");
    expect_kernels(1);
    expect_bounds();
    const double *right = answer(n, steps, true_values(shift));
    judge_bits("offload", n, x, right);
    expect_values("x", n, x, right, answer(n, steps, decoys(shift)));
    if (device_is_cpu() && shared_iterations() == 0)
        wrong("offload: one thread did all: teams distribute parallel for.");
    if (judge_has_ledger() && teams_asked() == 1)
        wrong("offload: one team did all, and a GPU has hundreds: teams distribute.");
    expect_shared(n);
    expect_copies(shift, 1, 0);
    expect_copies(x, 0, 1);
}

static void judge_work(ptrdiff_t n, int steps)
{
    double said = work(n, steps), right = 2.0 * (double)n * steps;
    if (said != right)
        wrong("work says %.17g multiplications and additions, and %td times %d fmas are %.17g.",
              said, n, steps, right);
}

void judge(ptrdiff_t n)
{
    int steps = n < 2000 ? 100 : 303;
    judge_on_host("reference", reference, n, steps, false);
    judge_on_host("threads", threads, n, steps, true);
    judge_on_device(n, steps);
    judge_work(n, steps);
    judge_work(3000000007, 1000); /* more than an int holds */
}
