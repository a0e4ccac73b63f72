/* The audit: regions and copies with nowait, for which somebody has waited or not. */
#include "audited.h"

static void nobody_waits(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for nowait map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

/* The barrier of a parallel region waits for what was made in it, and for nothing else. */
static void a_barrier_waits(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for nowait map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
    #pragma omp parallel
    {
    }
}

static void exit_nowait(const struct tri_case *c)
{
    TAKE;
    #pragma omp target enter data map(to: a[:n]) map(alloc: b[:n])
    #pragma omp target teams distribute parallel for map(from: place[:1])
    DOUBLE_EACH;
    #pragma omp target exit data map(from: b[:n]) map(release: a[:n]) nowait
}

static void waits_for_another(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for nowait depend(out: b[0]) map(to: a[:n]) \
            map(from: b[:n], place[:1])
    DOUBLE_EACH;
    #pragma omp taskwait depend(in: a[0])
}

static void by_nowait_and_taskwait(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for nowait map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
    #pragma omp taskwait
}

static void by_taskgroup(const struct tri_case *c)
{
    TAKE;
    #pragma omp taskgroup
    {
        #pragma omp target teams distribute parallel for nowait map(to: a[:n]) \
            map(from: b[:n], place[:1])
        DOUBLE_EACH;
    }
}

static void by_taskwait_depend(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for nowait depend(out: b[0]) map(to: a[:n]) \
        map(from: b[:n], place[:1])
    DOUBLE_EACH;
    #pragma omp taskwait depend(in: b[0])
}

/* The host may use its memory while the region runs. */
static void half_there_half_here(const struct tri_case *c)
{
    TAKE;
    ptrdiff_t half = n / 2;
    #pragma omp target teams distribute parallel for nowait map(to: a[:half]) map(from: b[:half], place[:1])
    for (ptrdiff_t i = 0; i < half; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
    for (ptrdiff_t i = half; i < n; i++)
        b[i] = 2 * a[i] + 1;
    #pragma omp taskwait
}

/* Each half has its own region, and what depends on it. */
static void begin_halves(ptrdiff_t n, const double *a, double *b, int *place)
{
    ptrdiff_t half = n / 2;
    #pragma omp target teams distribute parallel for nowait depend(out: b[0]) map(to: a[:half]) \
            map(from: b[:half], place[:1])
    for (ptrdiff_t i = 0; i < half; i++) {
        b[i] = 2 * a[i] + 1;
        SAY_PLACE;
    }
    #pragma omp target teams distribute parallel for nowait depend(out: b[half]) \
            map(to: a[half:n - half]) map(from: b[half:n - half])
    for (ptrdiff_t i = half; i < n; i++)
        b[i] = 2 * a[i] + 1;
}

static void waits_for_one_half(const struct tri_case *c)
{
    TAKE;
    begin_halves(n, a, b, place);
    #pragma omp taskwait depend(in: b[0])
}

static void waits_for_both_halves(const struct tri_case *c)
{
    TAKE;
    begin_halves(n, a, b, place);
    #pragma omp taskwait depend(in: b[0], b[n / 2])
}

static void waits_for_one_after_another(const struct tri_case *c)
{
    TAKE;
    begin_halves(n, a, b, place);
    #pragma omp taskwait depend(in: b[n / 2])
    #pragma omp taskwait depend(in: b[0])
}

static void exit_and_taskwait(const struct tri_case *c)
{
    TAKE;
    #pragma omp target enter data map(to: a[:n]) map(alloc: b[:n])
    #pragma omp target teams distribute parallel for map(from: place[:1])
    DOUBLE_EACH;
    #pragma omp target exit data map(from: b[:n]) map(release: a[:n]) nowait
    #pragma omp taskwait
}

/* Who waits for the last has waited for the first. */
static void chain_of_tasks(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for nowait depend(out: b[0]) map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * a[i]);
    #pragma omp task depend(in: b[0]) depend(out: place[0])
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] += 1;
    #pragma omp taskwait depend(in: place[0])
}

static void regions_in_a_row(const struct tri_case *c)
{
    TAKE;
    #pragma omp target data map(to: a[:n]) map(from: b[:n], place[:1])
    {
        #pragma omp target teams distribute parallel for nowait depend(out: b[0])
        EACH(b[i] = 2 * a[i]);
        #pragma omp target teams distribute parallel for nowait depend(inout: b[0])
        EACH(b[i] += 1);
        #pragma omp taskwait
    }
}

static const struct form forms[] = {
    { "nobody waits", &to_be_doubled, THERE, nobody_waits, TRI_NOT_WAITED, -1 },
    { "another's barrier", &to_be_doubled, THERE, a_barrier_waits, TRI_NOT_WAITED, -1 },
    { "exit data nowait", &to_be_doubled, THERE, exit_nowait, TRI_NOT_WAITED, -1 },
    { "waits for another", &to_be_doubled, THERE, waits_for_another, TRI_NOT_WAITED, -1 },
    { "waits for one half", &to_be_doubled, THERE, waits_for_one_half, TRI_NOT_WAITED, -1 },
    { "waits for both halves", &to_be_doubled, THERE, waits_for_both_halves, RIGHT, -1 },
    { "one half after the other", &to_be_doubled, THERE, waits_for_one_after_another, RIGHT, -1 },
    { "nowait, taskwait", &to_be_doubled, THERE, by_nowait_and_taskwait, RIGHT, -1 },
    { "taskgroup", &to_be_doubled, THERE, by_taskgroup, RIGHT, -1 },
    { "taskwait depend", &to_be_doubled, THERE, by_taskwait_depend, RIGHT, -1 },
    { "half there, half here", &to_be_doubled, THERE, half_there_half_here, RIGHT, -1 },
    { "exit data nowait, taskwait", &to_be_doubled, THERE, exit_and_taskwait, RIGHT, -1 },
    { "a chain of tasks", &to_be_doubled, THERE, chain_of_tasks, RIGHT, -1 },
    { "regions in a row", &to_be_doubled, THERE, regions_in_a_row, RIGHT, -1 },
};

EACH_OF(audit_waits, names_the_mistake, struct numbered, numbered(sizeof forms / sizeof *forms))
{
    expect_verdict(&forms[r->k]);
}
