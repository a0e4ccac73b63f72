/* The audit: paths whose threads come in each other's way, and such that do not. */
#include "audited.h"

#include "tool.h"

#include <string.h>

static void race(const struct tri_case *c)
{
    TAKE_COUNTS;
    #pragma omp target map(from: b[:BINS])
    for (int i = 0; i < BINS; i++)
        b[i] = 0;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:BINS]) map(from: place[:1])
    EACH(b[(int)a[i]]++);
}

static void race_of_threads(const struct tri_case *c)
{
    TAKE_COUNTS;
    memset(b, 0, BINS * sizeof *b);
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++)
        b[(int)a[i]]++;
    *place = TRI_CPU;
}

static void number_of_threads(const struct tri_case *c)
{
    TAKE;
    to_be_doubled.reference(c);
    #pragma omp parallel num_threads(omp_get_max_threads())
    #pragma omp single
    b[n - 1] += omp_get_num_threads() == omp_get_num_procs() ? 0 : 1;
    *place = TRI_CPU;
}

static void histogram_of_atomics(const struct tri_case *c)
{
    TAKE_COUNTS;
    memset(b, 0, BINS * sizeof *b);
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:BINS]) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        #pragma omp atomic
        b[(int)a[i]]++;
        SAY_PLACE;
    }
}

static void histogram_by_reduction(const struct tri_case *c)
{
    TAKE_COUNTS;
    memset(b, 0, BINS * sizeof *b);
    #pragma omp parallel for reduction(+: b[:BINS])
    for (ptrdiff_t i = 0; i < n; i++)
        b[(int)a[i]]++;
    *place = TRI_CPU;
}

/* ---- All of them ------------------------------------------------------------------------------- */

static void private_histograms(const struct tri_case *c)
{
    TAKE_COUNTS;
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

static void private_histograms_here(const struct tri_case *c)
{
    TAKE_COUNTS;
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

static void private_histograms_atomic(const struct tri_case *c)
{
    TAKE_COUNTS;
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

static void histograms_of_teams(const struct tri_case *c)
{
    TAKE_COUNTS;
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

static void histograms_of_teams_atomic(const struct tri_case *c)
{
    TAKE_COUNTS;
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
static void each_team_does_all(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    #pragma omp parallel for
    ADD_EACH;
}

/* What is read may have changed by then. */
static void written_atomically(const struct tri_case *c)
{
    TAKE_COUNTS;
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

static void sum_of_all(const struct tri_case *c)
{
    TAKE;
    double sum = 0;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: sum) map(from: place[:1])
    EACH(sum += a[i]);
    *b = sum;
}

/* It had to be private. */
static void scratch_of_all(const struct tri_case *c)
{
    TAKE;
    double twice[BINS];
    #pragma omp target teams distribute parallel for map(alloc: twice) map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        for (int k = 0; k < BINS; k++)
            twice[k] = 2 * a[i] + k;
        b[i] = twice[i % BINS] + 1 - (double)(i % BINS);
        SAY_PLACE;
    }
}

static void static_scratch(const struct tri_case *c)
{
    TAKE;
    static double twice[BINS];
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++) {
        for (int k = 0; k < BINS; k++)
            twice[k] = 2 * a[i] + k;
        b[i] = twice[i % BINS] + 1 - (double)(i % BINS);
    }
    *place = TRI_CPU;
}

static void private_scratch(const struct tri_case *c)
{
    TAKE;
    double twice[BINS];
    #pragma omp target teams distribute parallel for private(twice) map(to: a[:n]) map(from: b[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        for (int k = 0; k < BINS; k++)
            twice[k] = 2 * a[i] + k;
        b[i] = twice[i % BINS] + 1 - (double)(i % BINS);
        SAY_PLACE;
    }
}

/* The first of a thread is gone before its neighbour reads it. */
static void shifted_in_place(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(tofrom: b[:n]) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n - 1; i++) {
        b[i] = b[i + 1] + a[i];
        SAY_PLACE;
    }
}

static void scanned_by_threads(const struct tri_case *c)
{
    TAKE;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], place[:1])
    EACH(b[i] = (i > 0 ? b[i - 1] : 0) + a[i]);
}

/* Nobody waits for it. */
static void zeroed_by_the_first(const struct tri_case *c)
{
    TAKE_COUNTS;
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

static void zeroed_by_a_single(const struct tri_case *c)
{
    TAKE_COUNTS;
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
static void nobody_waits_between(const struct tri_case *c)
{
    TAKE;
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

static void two_loops(const struct tri_case *c)
{
    TAKE;
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
static void as_many_as_before(const struct tri_case *c)
{
    TAKE;
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

static void parts_of_threads(const struct tri_case *c)
{
    TAKE;
    #pragma omp target parallel map(to: a[:n]) map(from: b[:n], place[:1])
    {
        int k = omp_get_thread_num(), all = omp_get_num_threads();
        for (ptrdiff_t i = n * k / all; i < n * (k + 1) / all; i++) {
            b[i] = 2 * a[i] + 1;
            SAY_PLACE;
        }
    }
}

static void scanned(const struct tri_case *c)
{
    TAKE;
    double sum = 0;
    #pragma omp simd reduction(inscan, +: sum)
    for (ptrdiff_t i = 0; i < n; i++) {
        sum += a[i];
        #pragma omp scan inclusive(sum)
        b[i] = sum;
    }
    *place = TRI_CPU;
}

static void by_tasks(const struct tri_case *c)
{
    TAKE;
    #pragma omp parallel
    #pragma omp single
    for (int part = 0; part < 8; part++) {
        #pragma omp task
        for (ptrdiff_t i = n * part / 8; i < n * (part + 1) / 8; i++)
            b[i] = 2 * a[i] + 1;
    }
    *place = TRI_CPU;
}

static void shifted_by_a_copy(const struct tri_case *c)
{
    TAKE;
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

static void maximum(const struct tri_case *c)
{
    TAKE;
    double most = 0;
    #pragma omp target teams distribute parallel for reduction(max: most) map(to: a[:n]) map(tofrom: most) map(from: place[:1])
    EACH(most = a[i] > most ? a[i] : most);
    *b = most;
}

static const struct form forms[] = {
    { "threads counted", &to_be_doubled, HERE, number_of_threads, TRI_DEPENDS_ON_THREADS, B },
    { "atomic", &to_be_counted, THERE, histogram_of_atomics, RIGHT, -1 },
    { "reduction", &to_be_counted, HERE, histogram_by_reduction, RIGHT, -1 },
    { "private histograms, then a race", &to_be_counted, THERE, private_histograms, RACE, B },
    { "the same of threads here", &to_be_counted, HERE, private_histograms_here, RACE, B },
    { "private histograms, then atomic", &to_be_counted, THERE, private_histograms_atomic, RIGHT,
      -1 },
    { "histograms of teams, then a race", &to_be_counted, THERE, histograms_of_teams, RACE, B },
    { "histograms of teams, then atomic", &to_be_counted, THERE, histograms_of_teams_atomic, RIGHT,
      -1 },
    { "each team does all", &to_be_added, THERE, each_team_does_all, RACE, B },
    { "atomic write", &to_be_counted, THERE, written_atomically, RACE, B },
    { "a sum of all", &to_be_summed, THERE, sum_of_all, RACE, B },
    { "a scratch of all", &to_be_doubled, THERE, scratch_of_all, RACE, B },
    { "a static scratch", &to_be_doubled, HERE, static_scratch, RACE, B },
    { "a scratch of each", &to_be_doubled, THERE, private_scratch, RIGHT, -1 },
    { "shifted in place", &to_be_shifted, THERE, shifted_in_place, RACE, B },
    { "a scan that is none", &to_be_scanned, THERE, scanned_by_threads, RACE, B },
    { "set by one of them", &to_be_counted, HERE, zeroed_by_the_first, RACE, B },
    { "set by one, with a barrier", &to_be_counted, HERE, zeroed_by_a_single, RIGHT, -1 },
    { "loops without a barrier", &to_be_doubled, THERE, nobody_waits_between, RACE, B },
    { "two loops", &to_be_doubled, THERE, two_loops, RIGHT, -1 },
    { "the number of threads", &to_be_summed, HERE, as_many_as_before, TRI_DEPENDS_ON_THREADS, B },
    { "parts of any number", &to_be_doubled, THERE, parts_of_threads, RIGHT, -1 },
    { "scan", &to_be_scanned, HERE, scanned, TRI_ONE_THREAD, -1 },
    { "tasks", &to_be_doubled, HERE, by_tasks, RIGHT, -1 },
    { "shifted by a copy", &to_be_shifted, THERE, shifted_by_a_copy, RIGHT, -1 },
    { "maximum by reduction", &largest, THERE, maximum, RIGHT, -1 },
};

EACH_OF(audit_races, names_the_mistake, struct numbered, numbered(sizeof forms / sizeof *forms))
{
    expect_verdict(&forms[r->k]);
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
    expect_race(&(struct form){ "a region", &to_be_counted, THERE, race, 0, B });
    expect_race(&(struct form){ "threads", &to_be_counted, HERE, race_of_threads, 0, B });
}
