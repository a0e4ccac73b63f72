/* unsolved: it ran on the host */
#include "lesson.h"

#include "judge.h"

const ptrdiff_t judge_sizes[2] = { 1009, 2531 };

static double *answer(ptrdiff_t n, const double *a)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * a[i];
    return b;
}

void judge(ptrdiff_t n)
{
    double *a = given("a", n), *b = wanted("b", n);
    int on_device = -1;
    twice(n, a, b, &on_device);
    expect_kernels(1);
    expect_bounds();
    expect_values("b", n, b, answer(n, true_values(a)), answer(n, decoys(a)));
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
