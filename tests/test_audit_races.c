/* The audit: paths whose threads come in each other's way, and such that do not. */
#include "audited.h"

#include "tool.h"

#include <string.h>

PATH_OF_COUNTS(race)
{
    #pragma omp target map(from: b[:BINS])
    for (int i = 0; i < BINS; i++)
        b[i] = 0;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:BINS]) map(from: place[:1])
    EACH(b[(int)a[i]]++);
}

PATH_OF_COUNTS(race_of_threads)
{
    memset(b, 0, BINS * sizeof *b);
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++)
        b[(int)a[i]]++;
    *place = TRI_CPU;
}

FORM(audit_races, number_of_threads, HERE, TRI_DEPENDS_ON_THREADS, B)
{
    to_be_doubled.reference(c);
    #pragma omp parallel num_threads(omp_get_max_threads())
    #pragma omp single
    b[n - 1] += omp_get_num_threads() == omp_get_num_procs() ? 0 : 1;
    *place = TRI_CPU;
}

FORM_OF_COUNTS(audit_races, histogram_of_atomics, THERE, RIGHT, .hotspot = &to_be_counted)
{
    memset(b, 0, BINS * sizeof *b);
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:BINS]) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        #pragma omp atomic
        b[(int)a[i]]++;
        SAY_PLACE;
    }
}

FORM_OF_COUNTS(audit_races, histogram_by_reduction, HERE, RIGHT, .hotspot = &to_be_counted)
{
    memset(b, 0, BINS * sizeof *b);
    #pragma omp parallel for reduction(+: b[:BINS])
    for (ptrdiff_t i = 0; i < n; i++)
        b[(int)a[i]]++;
    *place = TRI_CPU;
}

/* ---- All of them ------------------------------------------------------------------------------- */

FORM_OF_COUNTS(audit_races, private_histograms, THERE, RACE, B, .hotspot = &to_be_counted)
{
    memset(b, 0, BINS * sizeof *b);
    #pragma omp target parallel map(to: a[:n]) map(tofrom: b[:BINS]) map(from: place[:1])
    {
        int32_t mine[BINS] = { 0 };
        #pragma omp for
        EACH(mine[(int)a[i]]++);
        for (int k = 0; k < BINS; k++) {
            b[k] += mine[k];
        }
    }
}

FORM_OF_COUNTS(audit_races, private_histograms_here, HERE, RACE, B, .hotspot = &to_be_counted)
{
    memset(b, 0, BINS * sizeof *b);
    #pragma omp parallel
    {
        int32_t mine[BINS] = { 0 };
        #pragma omp for
        EACH(mine[(int)a[i]]++);
        for (int k = 0; k < BINS; k++) {
            b[k] += mine[k];
        }
    }
}

FORM_OF_COUNTS(audit_races, private_histograms_atomic, THERE, RIGHT, .hotspot = &to_be_counted)
{
    memset(b, 0, BINS * sizeof *b);
    #pragma omp target parallel map(to: a[:n]) map(tofrom: b[:BINS]) map(from: place[:1])
    {
        int32_t mine[BINS] = { 0 };
        #pragma omp for
        EACH(mine[(int)a[i]]++);
        for (int k = 0; k < BINS; k++) {
            #pragma omp atomic
            b[k] += mine[k];
        }
    }
}

FORM_OF_COUNTS(audit_races, histograms_of_teams, THERE, RACE, B, .hotspot = &to_be_counted)
{
    memset(b, 0, BINS * sizeof *b);
    #pragma omp target teams map(to: a[:n]) map(tofrom: b[:BINS]) map(from: place[:1])
    {
        int32_t ours[BINS];
        for (int k = 0; k < BINS; k++)
            ours[k] = 0;
        #pragma omp distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++) {
            #pragma omp atomic
            ours[(int)a[i]]++;
            SAY_PLACE;
        }
        for (int k = 0; k < BINS; k++) {
            b[k] += ours[k];
        }
    }
}

FORM_OF_COUNTS(audit_races, histograms_of_teams_atomic, THERE, RIGHT, .hotspot = &to_be_counted)
{
    memset(b, 0, BINS * sizeof *b);
    #pragma omp target teams map(to: a[:n]) map(tofrom: b[:BINS]) map(from: place[:1])
    {
        int32_t ours[BINS];
        for (int k = 0; k < BINS; k++)
            ours[k] = 0;
        #pragma omp distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++) {
            #pragma omp atomic
            ours[(int)a[i]]++;
            SAY_PLACE;
        }
        #pragma omp parallel for
        for (int k = 0; k < BINS; k++) {
            #pragma omp atomic
            b[k] += ours[k];
        }
    }
}

/* There is no distribute. */
FORM(audit_races, each_team_does_all, THERE, RACE, B, .hotspot = &to_be_added)
{
    #pragma omp target teams map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    #pragma omp parallel for
    ADD_EACH;
}

/* What is read may have changed by then. */
FORM_OF_COUNTS(audit_races, written_atomically, THERE, RACE, B, .hotspot = &to_be_counted)
{
    memset(b, 0, BINS * sizeof *b);
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:BINS]) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        int so_far;
        #pragma omp atomic read
        so_far = b[(int)a[i]];
        #pragma omp atomic write
        b[(int)a[i]] = so_far + 1;
        SAY_PLACE;
    }
}

FORM(audit_races, sum_of_all, THERE, RACE, B, .hotspot = &to_be_summed)
{
    double sum = 0;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: sum) map(from: place[:1])
    EACH(sum += a[i]);
    *b = sum;
}

/* What each iteration does with an array of its own, as it thinks. */
#define USE_SCRATCH                \
    for (int k = 0; k < BINS; k++) \
        twice[k] = 2 * a[i] + k;   \
    b[i] = twice[i % BINS] + 1 - (double)(i % BINS)

/* It had to be private. */
FORM(audit_races, scratch_of_all, THERE, RACE, B)
{
    double twice[BINS];
    #pragma omp target teams distribute parallel for map(alloc: twice) map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(USE_SCRATCH);
}

FORM(audit_races, static_scratch, HERE, RACE, B)
{
    static double twice[BINS];
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++) {
        USE_SCRATCH;
    }
    *place = TRI_CPU;
}

FORM(audit_races, private_scratch, THERE, RIGHT)
{
    double twice[BINS];
    #pragma omp target teams distribute parallel for private(twice) map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(USE_SCRATCH);
}

/* The first of a thread is gone before its neighbour reads it. */
FORM(audit_races, shifted_in_place, THERE, RACE, B, .hotspot = &to_be_shifted)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n - 1; i++) {
        b[i] = b[i + 1] + a[i];
        SAY_PLACE;
    }
}

FORM(audit_races, scanned_by_threads, THERE, RACE, B, .hotspot = &to_be_scanned)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = (i > 0 ? b[i - 1] : 0) + a[i]);
}

/* Nobody waits for it. */
FORM_OF_COUNTS(audit_races, zeroed_by_the_first, HERE, RACE, B, .hotspot = &to_be_counted)
{
    #pragma omp parallel
    {
        #pragma omp masked
        for (int k = 0; k < BINS; k++)
            b[k] = 0;
        #pragma omp for
        for (ptrdiff_t i = 0; i < n; i++) {
            #pragma omp atomic
            b[(int)a[i]]++;
        }
    }
    *place = TRI_CPU;
}

FORM_OF_COUNTS(audit_races, zeroed_by_a_single, HERE, RIGHT, .hotspot = &to_be_counted)
{
    #pragma omp parallel
    {
        #pragma omp single
        memset(b, 0, BINS * sizeof *b);
        #pragma omp for
        for (ptrdiff_t i = 0; i < n; i++) {
            #pragma omp atomic
            b[(int)a[i]]++;
        }
    }
    *place = TRI_CPU;
}

/* What a thread reads is its neighbour's. */
FORM(audit_races, nobody_waits_between, THERE, RACE, B)
{
    double *twice = malloc((size_t)n * sizeof(double));
    #pragma omp target parallel map(to: a[:n]) map(alloc: twice[:n]) map(from: b[:n], place[:1])
    {
        #pragma omp for nowait
        for (ptrdiff_t i = 0; i < n; i++)
            twice[i] = 2 * a[i];
        #pragma omp for
        EACH(b[n - 1 - i] = twice[n - 1 - i] + 1);
    }
    free(twice);
}

FORM(audit_races, two_loops, THERE, RIGHT)
{
    double *twice = malloc((size_t)n * sizeof(double));
    #pragma omp target parallel map(to: a[:n]) map(alloc: twice[:n]) map(from: b[:n], place[:1])
    {
        #pragma omp for
        for (ptrdiff_t i = 0; i < n; i++)
            twice[i] = 2 * a[i];
        #pragma omp for
        EACH(b[n - 1 - i] = twice[n - 1 - i] + 1);
    }
    free(twice);
}

/* Right for two, and for more. */
FORM(audit_races, as_many_as_before, HERE, TRI_DEPENDS_ON_THREADS, B, .hotspot = &to_be_summed)
{
    enum { TWO = 2 };
    double part[TWO] = { 0 };
    #pragma omp parallel
    {
        int k = omp_get_thread_num();
        for (ptrdiff_t i = k; k < TWO && i < n; i += 2)
            part[k] += a[i];
    }
    *b = part[0] + part[1];
    *place = TRI_CPU;
}

FORM(audit_races, parts_of_threads, THERE, RIGHT)
{
    #pragma omp target parallel map(to: a[:n]) map(from: b[:n], place[:1])
    {
        int k = omp_get_thread_num(), all = omp_get_num_threads();
        for (ptrdiff_t i = n * k / all; i < n * (k + 1) / all; i++) {
            b[i] = 2 * a[i] + 1;
            SAY_PLACE;
        }
    }
}

FORM(audit_races, scanned, HERE, TRI_ONE_THREAD, -1, .hotspot = &to_be_scanned)
{
    double sum = 0;
    #pragma omp simd reduction(inscan, +: sum)
    for (ptrdiff_t i = 0; i < n; i++) {
        sum += a[i];
        #pragma omp scan inclusive(sum)
        b[i] = sum;
    }
    *place = TRI_CPU;
}

FORM(audit_races, by_tasks, HERE, RIGHT)
{
    #pragma omp parallel
    #pragma omp single
    for (int part = 0; part < 8; part++) {
        #pragma omp task
        for (ptrdiff_t i = n * part / 8; i < n * (part + 1) / 8; i++)
            b[i] = 2 * a[i] + 1;
    }
    *place = TRI_CPU;
}

FORM(audit_races, shifted_by_a_copy, THERE, RIGHT, .hotspot = &to_be_shifted)
{
    double *next = malloc((size_t)n * sizeof(double));
    #pragma omp target data map(to: a[:n]) map(tofrom: b[:n]) \
        map(alloc: next[:n]) map(from: place[:1])
    {
        #pragma omp target teams distribute parallel for
        EACH(next[i] = i + 1 < n ? b[i + 1] + a[i] : b[i]);
        #pragma omp target teams distribute parallel for
        EACH(b[i] = next[i]);
    }
    free(next);
}

FORM(audit_races, maximum, THERE, RIGHT, .hotspot = &largest)
{
    double most = 0;
    #pragma omp target teams distribute parallel for reduction(max: most) map(to: a[:n]) map(tofrom: most) map(from: place[:1])
    EACH(most = a[i] > most ? a[i] : most);
    *b = most;
}

/* A histogram that nobody protects, of a million numbers, on at least two threads.  Other tests run beside this one, some with
 * many more threads than there are processors: one audit of several may see nothing of it then. */
static void expect_race(const struct form *f)
{
    enum { AUDITS = 6 };
    int seen = 0;
    for (int i = 0; i < AUDITS; i++)
        seen += audited(f, "n=1000000", TRI_AUDIT_QUICK).wrong;
    cr_expect(seen >= AUDITS - 1, "%s: %d of %d audits have seen the race", f->name, seen, AUDITS);
}

Test(audit_races, sees_races)
{
    if (omp_get_num_procs() < 2 || INSTRUMENTED || !tri_tool_hears())
        cr_skip(
            "one processor, a sanitizer that ends at a race, or a runtime that does not tell of threads");
    expect_race(&(struct form){ "a region", race, THERE, .hotspot = &to_be_counted });
    expect_race(&(struct form){ "threads", race_of_threads, HERE, .hotspot = &to_be_counted });
}
