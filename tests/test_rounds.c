/* Rounds: turns in random order, warm-up, how long, what is set back, and ratios that no drift enters. */
#include "check.h"
#include "fake.h"

#include <math.h>
#include <time.h>

static struct tri_case c, reference;

static void prepare(void)
{
    c = case_of(&fake_double, "");
    reference = case_of(&fake_double, "");
    run_path(&reference, TRI_REFERENCE);
}

static void finish(void)
{
    tri_case_free(&c);
    tri_case_free(&reference);
}

static void wait_for(double seconds)
{
    const double until = tri_now() + seconds;
    while (tri_now() < until)
        continue;
}

static struct tri_entrant entrant(tri_path_fn *run, const struct tri_effort *effort,
                                  struct tri_measurement *m)
{
    struct tri_contender who = tri_path_contender(&fake_double, &fake_double.plain, TRI_SIMD);
    who.run = run;
    return tri_entrant(&c, &who, &reference, effort, m);
}

static void measure(struct tri_entrant *x, size_t n)
{
    struct tri_entrant *all[8];
    for (size_t i = 0; i < n; i++) {
        all[i] = &x[i];
        must(tri_measure_first(&x[i], &failure));
    }
    tri_measure_rounds(all, n);
    for (size_t i = 0; i < n; i++) {
        cr_expect(!x[i].failed, "%s", x[i].error.text);
        tri_measure_end(&x[i]);
    }
}

/* ---- Turns ---- */

static char order[100];
static size_t runs;

static void note(char who)
{
    if (runs < sizeof order)
        order[runs] = who;
    runs++;
}

static void run_a(const struct tri_case *of)
{
    note('a');
    of->hotspot->reference(of);
}

static void run_b(const struct tri_case *of)
{
    note('b');
    of->hotspot->reference(of);
}

/* Two in each round, and now one, now the other is the first of it. */
Test(rounds, take_turns_in_random_order, .init = prepare, .fini = finish)
{
    enum { N = 40 };
    static struct tri_measurement m[2];
    const struct tri_effort effort = { .reps = N, .launch.threads = 1 };
    struct tri_entrant x[] = { entrant(run_a, &effort, &m[0]), entrant(run_b, &effort, &m[1]) };
    size_t first = 0;
    measure(x, 2);
    cr_assert(m[0].kernel.n == N && m[1].kernel.n == N && runs == 2 + 2 * N, "%zu", runs);
    for (size_t i = 0; i < N; i++) {
        const char *turn = &order[2 + 2 * i];
        cr_expect(turn[0] != turn[1], "round %zu: %.2s", i, turn);
        first += turn[0] == 'a';
    }
    cr_expect(first > 0 && first < N, "a was first in %zu of %d", first, N);
    cr_expect(tri_same_rounds(&m[0], &m[1]) && m[0].runs == 1);
}

Test(rounds, of_two_measurements_are_others, .init = prepare, .fini = finish)
{
    static struct tri_measurement m[2];
    const struct tri_effort effort = { .reps = 1, .launch.threads = 1 };
    for (int i = 0; i < 2; i++) {
        struct tri_entrant x = entrant(run_a, &effort, &m[i]);
        measure(&x, 1);
    }
    cr_expect(!tri_same_rounds(&m[0], &m[1]) && m[0].rounds && m[1].rounds);
    cr_expect(!tri_same_rounds(&(struct tri_measurement){ 0 }, &(struct tri_measurement){ 0 }),
              "of what took no part nothing is known");
}

/* ---- Beside another process ---- */

static unsigned long long number_it(void)
{
    note('n');
    return 4711;
}

static void wait_a_round(bool done)
{
    note(done ? 'd' : 'r');
}

/* A number for the rounds on the CPU and one for those on a GPU; a wait after each round, and one more when all have been timed. */
Test(rounds, beside_another_process, .init = prepare, .fini = finish)
{
    static const struct tri_beside beside = { number_it, wait_a_round };
    static struct tri_measurement m;
    const struct tri_effort effort = { .reps = 3, .launch.threads = 1, .beside = &beside };
    struct tri_entrant x = entrant(run_a, &effort, &m);
    measure(&x, 1);
    cr_expect_str_eq(order, "anararardnd");
    cr_expect(m.rounds == 4711);
}

/* ---- Ratios ---- */

/* Of given times, since the machine's own noise is no matter here: it becomes slower from round to round, and each run differs
 * by up to 3 % besides. */
Test(rounds, no_drift_enters_a_ratio)
{
    enum { N = 30 };
    double first[N], second[N], drift = 1e-3;
    for (size_t i = 0; i < N; i++, drift *= 1.06) {
        first[i] = drift * (1 + 0.01 * (double)(i % 3));
        second[i] = 2 * drift * (1 + 0.01 * (double)(i % 4));
    }
    const struct tri_times once = { N, first }, twice = { N, second };
    struct tri_interval together = tri_ratio(&twice, &once, true),
                        apart = tri_ratio(&twice, &once, false);
    cr_expect(fabs(together.middle - 2) < 0.06, "%g", together.middle);
    cr_expect(together.low <= together.middle && together.middle <= together.high);
    cr_expect(tri_interval_width(&together) < 0.03 && tri_interval_width(&apart) > 0.5, "%g and %g",
              tri_interval_width(&together), tri_interval_width(&apart));
}

Test(rounds, ratio)
{
    double first[] = { 2, 4, 6, 8, 10, 12 }, second[] = { 1, 2, 3, 4, 5, 6, 70 };
    struct tri_times a = { 6, first }, b = { 7, second };
    struct tri_interval r = tri_ratio(&a, &b, true);
    cr_expect(r.middle == 2 && r.low == 2 && r.high == 2, "%g %g %g", r.middle, r.low, r.high);
    r = tri_ratio(&a, &b, false);
    cr_expect(r.middle == 7.0 / 4 && r.low == 2.0 / 70 && r.high == 12, "%g %g %g", r.middle, r.low,
              r.high);
    a.n = 5;
    r = tri_ratio(&a, &b, true);
    cr_expect(r.middle == 2 && isnan(r.low) && isnan(r.high), "five are too few");
}

/* ---- Warm, then enough ---- */

/* Faster and faster, as with a clock that rises. */
static void run_until_warm(const struct tri_case *of)
{
    wait_for(1e-4 + 4e-3 * pow(0.9, (double)runs++));
    of->hotspot->reference(of);
}

Test(rounds, begin_when_it_is_warm, .init = prepare, .fini = finish)
{
    static struct tri_measurement m;
    const struct tri_effort effort = { .seconds = 2, .launch.threads = 1 };
    struct tri_entrant x = entrant(run_until_warm, &effort, &m);
    measure(&x, 1);
    cr_expect(m.kernel.all[0] < 1e-3, "%g", m.kernel.all[0]);
}

static void run_evenly(const struct tri_case *of)
{
    runs++;
    wait_for(1e-3);
    of->hotspot->reference(of);
}

/* A coarse goal ends it after half a second of timed runs; one that cannot be met, when the time is over. */
Test(rounds, end_when_it_is_precise, .init = prepare, .fini = finish)
{
    static struct tri_measurement m;
    const struct tri_effort coarse = { .goal = 0.5, .seconds = 10, .launch.threads = 1 };
    struct tri_entrant x = entrant(run_evenly, &coarse, &m);
    measure(&x, 1);
    cr_expect(m.kernel.n >= 10 && x.timed >= 0.5 && x.spent < 5, "%zu, %g s", m.kernel.n, x.spent);
    cr_expect(m.runs > 1 && m.runs <= 51, "%zu runs are a sample", m.runs);
    const struct tri_effort fine = { .goal = 1e-9, .seconds = 0.7, .launch.threads = 1 };
    tri_measurement_free(&m);
    x = entrant(run_evenly, &fine, &m);
    measure(&x, 1);
    cr_expect(m.kernel.n >= 6 && x.spent >= 0.7, "%zu, %g s", m.kernel.n, x.spent);
}

static void run_long(const struct tri_case *of)
{
    wait_for(0.1);
    of->hotspot->reference(of);
}

Test(rounds, ten_samples_at_least, .init = prepare, .fini = finish)
{
    static struct tri_measurement m;
    const struct tri_effort effort = { .seconds = 0.1, .launch.threads = 1 };
    struct tri_entrant x = entrant(run_long, &effort, &m);
    measure(&x, 1);
    cr_expect(m.kernel.n == 10 && m.runs == 1, "%zu", m.kernel.n);
}

/* ---- Each turn begins over poison ---- */

/* Right as long as it is checked, and then writes nothing, where another has left what is right. */
static void run_twice_only(const struct tri_case *of)
{
    if (runs++ < 2)
        of->hotspot->reference(of);
}

Test(rounds, what_another_has_left_is_no_result, .init = prepare, .fini = finish)
{
    static struct tri_measurement m[2];
    const struct tri_effort effort = { .reps = 5, .launch.threads = 1 };
    struct tri_entrant x[] = { entrant(run_twice_only, &effort, &m[0]),
                               entrant(fake_double.reference, &effort, &m[1]) };
    measure(x, 2);
    cr_expect(!m[0].agrees && m[0].difference.different > 0);
    cr_expect(m[1].agrees);
}

/* Writes for a while only: what is in the outputs after a batch is then what its first runs have left there. */
static tri_path_fn *written_by;
static double writes_until;

static void run_for_a_while(const struct tri_case *of)
{
    if (tri_now() < writes_until)
        written_by(of);
}

static void expect_seen(enum tri_path path, bool brief)
{
    const struct tri_hotspot *h = tri_hotspot_named("vecadd", TRI_DOUBLE);
    measurement_auto_t m = { 0 };
    const struct tri_effort effort = { .brief = brief, .seconds = 0.2, .launch.threads = 1 };
    case_auto_t of = case_of(h, "n=1000"), right = reference_of(h, "n=1000");
    struct tri_contender who = tri_path_contender(h, &h->plain, path);
    written_by = who.run;
    who.run = run_for_a_while;
    writes_until = tri_now() + 0.1;
    bool ran = tri_measure(&of, &who, &right, &effort, &m,
                           &failure); /* a device says, too, that nothing ran */
    cr_expect(!ran || !m.agrees, "path %d, brief: %d", (int)path, (int)brief);
}

Test(rounds, a_batch_that_no_longer_writes_is_wrong)
{
    expect_seen(TRI_SIMD, true);
    expect_seen(TRI_SIMD, false);
}

Test(rounds, a_batch_that_no_longer_writes_is_wrong_on_a_device)
{
    need_path(tri_hotspot_named("vecadd", TRI_DOUBLE), TRI_OFFLOAD);
    expect_seen(TRI_OFFLOAD, true);
    expect_seen(TRI_OFFLOAD, false);
}

/* ---- What runs update ---- */

static void expect_set_back(enum tri_path path)
{
    const struct tri_hotspot *h = tri_hotspot_named("vecadd", TRI_DOUBLE);
    measurement_auto_t m = { 0 };
    const struct tri_effort effort = { .reps = 4, .launch.threads = 1 };
    case_auto_t of = case_of(h, "form=update,n=1000"),
                right = reference_of(h, "form=update,n=1000");
    must(measure_path(&of, path, &right, &effort, &m, &failure));
    cr_expect(m.kernel.n == 4 && m.agrees && m.difference.different == 0, "%zu differ",
              m.difference.different);
}

Test(rounds, updates_are_set_back)
{
    expect_set_back(TRI_SIMD);
}

Test(rounds, updates_are_set_back_on_a_device)
{
    need_path(tri_hotspot_named("vecadd", TRI_DOUBLE), TRI_OFFLOAD);
    expect_set_back(TRI_OFFLOAD);
}
