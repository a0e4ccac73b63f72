/* unsolved: stale */
#include "lesson.h"

#include "judge.h"

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

enum { STEPS = 10 };

static int reads;
static double *right, *late, *old,
    *host;             /* sums: as they should be, a step late, of the first values, of decoys */
static double *before; /* the values before the last reading */

static void add(ptrdiff_t n, const double *values, double *sum)
{
    for (ptrdiff_t i = 0; i < n; i++)
        sum[i] += values[i];
}

void instrument(ptrdiff_t n, double *values)
{
    add(n, true_values(values), late);
    renew(values);
    add(n, true_values(values), right);
    add(n, decoys(values), host);
    add(n, before, old);
    reads++;
}

void judge(ptrdiff_t n)
{
    double *values = given("values", n), *sum = given("sum", n);
    right = copied_numbers(n, true_values(sum));
    late = copied_numbers(n, right);
    old = copied_numbers(n, right);
    host = copied_numbers(n, decoys(sum));
    before = copied_numbers(n, true_values(values));
    reads = 0;
    collect(n, STEPS, values, sum);
    expect_kernels(STEPS);
    expect_bounds();
    if (reads != STEPS)
        wrong("the instrument was read %d times, and it has to be %d times.", reads, STEPS);
    if (equal_numbers(n, sum, old))
        wrong(
            "the values on the device are stale: it added those from before the first step, each time. "
            "Is there a target update to, after the instrument was read?");
    if (equal_numbers(n, sum, late))
        wrong(
            "the values on the device are stale: a step late. target update belongs between the instrument "
            "and the region.");
    if (judge_has_ledger() && copies_of(sum).to > 1)
        expect_copies(sum, 1, STEPS);
    expect_values("sum", n, sum, right, host);
    expect_copies(sum, 1, 1);
    expect_copies(values, STEPS + 1, 0);
}
