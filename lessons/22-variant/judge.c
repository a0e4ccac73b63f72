/* unsolved: the device called square_on_cpu() */
#include "lesson.h"

#include "judge.h"

#include <string.h>

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

/* Each machine has its own of these. */
#pragma omp declare target
long long judge_cpu_calls, judge_device_calls;

double square_on_cpu(double x)
{
    #pragma omp atomic
    judge_cpu_calls++;
    return x * x;
}

double square_on_device(double x)
{
    #pragma omp atomic
    judge_device_calls++;
    return x * x;
}
#pragma omp end declare target

static double *answer(ptrdiff_t n, const double *a)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = a[i] * a[i];
    return b;
}

static void judge_device(ptrdiff_t n)
{
    double *a = given("a", n), *b = wanted("b", n);
    judge_cpu_calls = judge_device_calls = 0;
    #pragma omp target update to(judge_cpu_calls, judge_device_calls)
    squares(1, n, a, b);
    #pragma omp target update from(judge_cpu_calls, judge_device_calls)
    expect_kernels(1);
    expect_bounds();
    expect_values("b", n, b, answer(n, true_values(a)), answer(n, decoys(a)));
    char match[LONGEST_CLAUSE];
    if (judge_cpu_calls && device_is_cpu() && clause("match", 0, match) &&
        strstr(match, "kind(gpu)"))
        wrong(
            "kind(gpu) is right where the device is a GPU, and this one is a CPU: kind(nohost) is any device.");
    if (judge_cpu_calls)
        wrong("the device called square_on_cpu() %lld times: there square() has to be its variant.",
              judge_cpu_calls);
    if (judge_device_calls == 0)
        wrong("the device called neither of the two functions.");
    expect_shared(n);
    expect_teams(n);
}

/* A region runs on the host if its `if` says so, and also where the default device is the host. */
static void judge_host(ptrdiff_t n, int offload)
{
    double *a = wanted("a", n), *b = wanted("b", n);
    int before = kernels();
    for (ptrdiff_t i = 0; i < n; i++)
        a[i] = (double)i / 4;
    judge_cpu_calls = judge_device_calls = 0;
    omp_set_default_device(offload ? omp_get_initial_device() : 0);
    squares(offload, n, a, b);
    omp_set_default_device(0);
    if (kernels() > before)
        wrong("it ran on the device, where offload was 0, or the default device the host.");
    expect_bounds();
    expect_values("b", n, b, answer(n, a), NULL);
    if (judge_device_calls)
        wrong(
            "the host called square_on_device() %lld times: the variant is for code compiled for a device, not for "
            "all that is written in a region.",
            judge_device_calls);
    if (judge_cpu_calls == 0)
        wrong("the host called neither of the two functions.");
}

void judge(ptrdiff_t n)
{
    judge_device(n);
    judge_host(n, 0);
    judge_host(n, 1);
    if (directives("variant") + directives("metadirective") == 0)
        wrong(
            "the right function is called, and it is chosen at run time: let the compiler choose (declare variant).");
}
