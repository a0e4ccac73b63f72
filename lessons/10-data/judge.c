/* unsolved: u was copied to the device 20 times, and once is enough */
#include "lesson.h"

#include "judge.h"

#include <omp.h>
#include <string.h>

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

enum { STEPS = 20 };

static double *answer(ptrdiff_t n, const double *a)
{
    double *u = numbers(n), *v = numbers(n);
    memcpy(u, a, (size_t)n * sizeof *u);
    for (int t = 0; t < STEPS; t++) {
        for (ptrdiff_t i = 0; i < n; i++)
            v[i] = i == 0 || i == n - 1 ? u[i] : (u[i - 1] + u[i + 1]) / 2;
        double *w = u;
        u = v;
        v = w;
    }
    return u;
}

void judge(ptrdiff_t n)
{
    double *u = given("u", n), *v = wanted("v", n);
    double *right = answer(n, true_values(u)), *host = answer(n, decoys(u));
    smooth(n, STEPS, u, v);
    expect_kernels(STEPS);
    expect_bounds();
    if (judge_has_ledger() && copies_of(u).to == 0)
        wrong("u was never copied to the device: the steps begin with what was in its memory.");
    if (judge_has_ledger() && copies_of(u).from == 0)
        wrong("u never came back from the device: map(tofrom:), or target update from.");
    expect_values("u", n, u, right, host);
    if (omp_target_is_present(u, omp_get_default_device()) ||
        omp_target_is_present(v, omp_get_default_device()))
        wrong(
            "after smooth() u or v is still on the device: a leak, and stale values for whoever gets its address. What "
            "enter data has mapped, exit data has to end.");
    expect_copies(u, 1, 1);
    expect_copies(v, 0, 0);
}
