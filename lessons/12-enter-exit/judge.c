/* unsolved: after field_begin() u is not on the device */
#include "lesson.h"

#include "judge.h"

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

enum { STEPS = 6 };

static double *answer(ptrdiff_t n, const double *a)
{
    double *u = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++) {
        u[i] = a[i];
        for (int t = 0; t < STEPS; t++)
            u[i] = u[i] / 2 + 1;
    }
    return u;
}

static bool present(const double *u)
{
    return omp_target_is_present(u, omp_get_default_device());
}

static void judge_begin(ptrdiff_t n, double *u)
{
    field_begin(n, u);
    if (!present(u) || !present(u + n - 1))
        wrong("after field_begin() u is not on the device%s.",
              present(u) ? ", but for a part of it" : "");
    if (judge_has_ledger() && copies_of(u).to == 0)
        wrong("field_begin() has allocated u on the device, and has not copied it: the steps begin "
              "with what was in its memory.");
    if (kernels() > 0)
        wrong("field_begin() has to map u, and nothing else: %d kernels ran.", kernels());
}

static void judge_steps(ptrdiff_t n, double *u)
{
    for (int t = 0; t < STEPS; t++) {
        field_step(n, u);
        if (!present(u))
            wrong("after a step u is no longer on the device.");
    }
    expect_kernels(STEPS);
    expect_copies(u, 1, 0);
}

void judge(ptrdiff_t n)
{
    double *u = given("u", n);
    double *right = answer(n, true_values(u)), *host = answer(n, decoys(u));
    judge_begin(n, u);
    judge_steps(n, u);
    field_end(n, u);
    if (present(u) && directives("exit") > 0 && directives("enter") > 1)
        wrong(
            "after field_end() u is still on the device: it was entered more often than it was exited. The runtime counts: "
            "each enter data wants its exit data.");
    if (present(u))
        wrong(
            "after field_end() u is still on the device: a leak, and stale values for whoever gets its "
            "address. An update copies, it ends nothing.");
    expect_bounds();
    if (judge_has_ledger() && copies_of(u).from == 0)
        wrong(
            "u never came home: it was freed on the device without a copy (release, delete), and the "
            "result is lost.");
    expect_values("u", n, u, right, host);
    expect_copies(u, 1, 1);
}
