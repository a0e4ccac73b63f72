/* The audit: regions and copies with nowait, for which somebody has waited or not. */
#include "audited.h"

FORM(audit_waits, nobody_waits, THERE, TRI_NOT_WAITED, -1)
{
    #pragma omp target teams distribute parallel for nowait map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
}

/* The barrier of a parallel region waits for what was made in it, and for nothing else. */
FORM(audit_waits, a_barrier_waits, THERE, TRI_NOT_WAITED, -1)
{
    #pragma omp target teams distribute parallel for nowait map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
    #pragma omp parallel
    {
    }
}

FORM(audit_waits, exit_nowait, THERE, TRI_NOT_WAITED, -1)
{
    #pragma omp target enter data map(to: a[:n]) map(alloc: b[:n])
    #pragma omp target teams distribute parallel for map(from: place[:1])
    DOUBLE_EACH;
    #pragma omp target exit data map(from: b[:n]) map(release: a[:n]) nowait
}

FORM(audit_waits, waits_for_another, THERE, TRI_NOT_WAITED, -1)
{
    #pragma omp target teams distribute parallel for nowait depend(out: b[0]) map(to: a[:n]) \
            map(from: b[:n], place[:1])
    DOUBLE_EACH;
    #pragma omp taskwait depend(in: a[0])
}

FORM(audit_waits, by_nowait_and_taskwait, THERE, RIGHT)
{
    #pragma omp target teams distribute parallel for nowait map(to: a[:n]) map(from: b[:n], place[:1])
    DOUBLE_EACH;
    #pragma omp taskwait
}

FORM(audit_waits, by_taskgroup, THERE, RIGHT)
{
    #pragma omp taskgroup
    {
        #pragma omp target teams distribute parallel for nowait map(to: a[:n]) \
            map(from: b[:n], place[:1])
        DOUBLE_EACH;
    }
}

FORM(audit_waits, by_taskwait_depend, THERE, RIGHT)
{
    #pragma omp target teams distribute parallel for nowait depend(out: b[0]) map(to: a[:n]) \
        map(from: b[:n], place[:1])
    DOUBLE_EACH;
    #pragma omp taskwait depend(in: b[0])
}

/* The host may use its memory while the region runs. */
FORM(audit_waits, half_there_half_here, THERE, RIGHT)
{
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

FORM(audit_waits, waits_for_one_half, THERE, TRI_NOT_WAITED, -1)
{
    begin_halves(n, a, b, place);
    #pragma omp taskwait depend(in: b[0])
}

FORM(audit_waits, waits_for_both_halves, THERE, RIGHT)
{
    begin_halves(n, a, b, place);
    #pragma omp taskwait depend(in: b[0], b[n / 2])
}

FORM(audit_waits, waits_for_one_after_another, THERE, RIGHT)
{
    begin_halves(n, a, b, place);
    #pragma omp taskwait depend(in: b[n / 2])
    #pragma omp taskwait depend(in: b[0])
}

FORM(audit_waits, exit_and_taskwait, THERE, RIGHT)
{
    #pragma omp target enter data map(to: a[:n]) map(alloc: b[:n])
    #pragma omp target teams distribute parallel for map(from: place[:1])
    DOUBLE_EACH;
    #pragma omp target exit data map(from: b[:n]) map(release: a[:n]) nowait
    #pragma omp taskwait
}

/* Who waits for the last has waited for the first. */
FORM(audit_waits, chain_of_tasks, THERE, RIGHT)
{
    #pragma omp target teams distribute parallel for nowait depend(out: b[0]) map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = 2 * a[i]);
    #pragma omp task depend(in: b[0]) depend(out: place[0])
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] += 1;
    #pragma omp taskwait depend(in: place[0])
}

FORM(audit_waits, regions_in_a_row, THERE, RIGHT)
{
    #pragma omp target data map(to: a[:n]) map(from: b[:n], place[:1])
    {
        #pragma omp target teams distribute parallel for nowait depend(out: b[0])
        EACH(b[i] = 2 * a[i]);
        #pragma omp target teams distribute parallel for nowait depend(inout: b[0])
        EACH(b[i] += 1);
        #pragma omp taskwait
    }
}
