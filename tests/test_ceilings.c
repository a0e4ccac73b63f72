/* A ceiling that was measured too low, as can happen on shared processors, whose speed varies; and work that cannot be counted. */
#include "ceiling.h"
#include "fake.h"
#include "hotspot.h"

#include <math.h>
#include <unistd.h>

/* A machine that answers what the test says, in turn, and the last for ever. */
enum { ANSWERS = 8, COMPARISONS = TRI_RESOURCES };
static double answer[ANSWERS];
static int asked[TRI_RESOURCES + 1];
static useconds_t takes;
static int threads = 1;
static bool has_memory = true;

static double next(int what)
{
    int n = asked[what]++;
    usleep(takes);
    while (n >= ANSWERS || answer[n] == 0)
        n--;
    return answer[n];
}

static double made_up_chain(enum tri_chain chain, enum tri_path path, enum tri_precision precision,
                            int of_threads)
{
    static const int of[TRI_CHAIN_KINDS] = { TRI_FMA, TRI_ADDITIONS, COMPARISONS, TRI_MIXED };
    cr_expect(path == TRI_SIMD && precision == TRI_FLOAT && of_threads == threads);
    return next(of[chain]);
}

static double made_up_integers(enum tri_path path, int of_threads)
{
    cr_expect(path == TRI_SIMD && of_threads == threads);
    return next(TRI_INTEGERS);
}

static double made_up_team(void)
{
    cr_expect_fail("there is no GPU");
    return 1;
}

static double made_up_tensor(void)
{
    cr_expect_fail("a CPU has no tensor cores");
    return 1;
}

static bool made_up_bandwidth(enum tri_path path, int of_threads, size_t footprint,
                              struct tri_bandwidth *b)
{
    bool near = footprint == (size_t)threads * TRI_NEAREST;
    cr_expect(path == TRI_SIMD && of_threads == threads);
    b->copied = b->read = next(near ? TRI_NEAR : TRI_MEMORY);
    return has_memory;
}

static struct tri_ceiling_source source = { made_up_chain,  made_up_integers,  made_up_team,
                                            made_up_tensor, made_up_bandwidth, .fresh = 1000 };

/* A run of a second. */
static struct tri_measurement *run_of(struct tri_work work)
{
    static struct tri_measurement m;
    tri_measurement_free(&m);
    m = (struct tri_measurement){ .path = TRI_SIMD, .launch.threads = threads, .work = work };
    SET_TIMES(&m.kernel, 1, 0.5, 4);
    m.work.units = 1;
    return &m;
}

/* Its ceiling, of a machine whose rates are these: 0 ends them. */
static struct tri_ceiling ceiling_of(struct tri_work work, const double *rates)
{
    case_auto_t c = case_of(&fake_float, "rows=400");
    struct tri_ceiling top = { 0 };
    memset(answer, 0, sizeof answer);
    for (int i = 0; i < ANSWERS && rates[i] > 0; i++)
        answer[i] = rates[i];
    tri_ceiling_source = &source;
    must(tri_ceiling_for(&c, run_of(work), &top, &failure));
    return top;
}

static const struct tri_work sums = { .instructions = 600 };

Test(ceilings, that_are_exceeded_are_measured_again)
{
    static const double rates[] = { 100, 300, 1000, 2000, 0 };
    struct tri_ceiling top = ceiling_of(sums, rates), later;
    cr_expect(top.fma_per_second == 1000, "%g", top.fma_per_second);
    cr_expect(asked[TRI_FMA] == 3, "until the share is possible: %d", asked[TRI_FMA]);
    cr_expect(asked[TRI_MEMORY] == 1, "what does not bind");
    cr_assert(tri_ceiling(TRI_SIMD, TRI_FLOAT, 1, 1, NULL, &later, NULL));
    cr_expect(later.fma_per_second == 1000, "for all who ask");
}

Test(ceilings, are_measured_again_a_few_times)
{
    static const double rates[] = { 100, 50, 110, 20, 0 };
    struct tri_ceiling top = ceiling_of(sums, rates);
    cr_expect(asked[TRI_FMA] == 1 + TRI_AGAIN, "%d", asked[TRI_FMA]);
    cr_expect(top.fma_per_second == 110, "the best: %g", top.fma_per_second);
    cr_expect(tri_ceiling_rate(&top, &(struct tri_work){ .units = 1, .instructions = 600 }) <
                  1 / TRI_MOST_SHARE,
              "and the defect shows");
}

Test(ceilings, are_measured_again_for_a_second)
{
    static const double rates[] = { 100, 0 };
    takes = 600000;
    ceiling_of(sums, rates);
    cr_expect(asked[TRI_FMA] > 1 && asked[TRI_FMA] < 1 + TRI_AGAIN, "%d", asked[TRI_FMA]);
}

Test(ceilings, that_are_high_enough_are_measured_once)
{
    static const double rates[] = { 580, 10000, 0 };
    for (int i = 0; i < 3; i++)
        cr_expect(ceiling_of(sums, rates).fma_per_second == 580, "103 %%");
    cr_expect(asked[TRI_FMA] == 1, "%d", asked[TRI_FMA]);
}

/* Below its ceiling a run proves nothing; that is measured now and then all the same. */
Test(ceilings, that_are_old_are_measured_again)
{
    static const double rates[] = { 1000, 1040, 1100, 1090, 500, 0 },
                        best[] = { 1000, 1100, 1100, 1100 };
    source.fresh = 0;
    for (int i = 0; i < 4; i++) {
        double rate = ceiling_of(sums, rates).fma_per_second;
        cr_expect(rate == best[i], "%d: %g", i, rate);
    }
    cr_expect(asked[TRI_FMA] == 5, "%d", asked[TRI_FMA]);
}

/* Whichever binds; each on other threads, which have ceilings of their own. */
Test(ceilings, of_everything_are_measured_again)
{
    static const double rates[] = { 100, 1000, 0 };
    static const struct {
        int binds;
        struct tri_work work;
    } of[] = {
        { TRI_FMA, { .instructions = 200 } },
        { TRI_ADDITIONS, { .instructions = 200, .additions = 200 } },
        { COMPARISONS, { .instructions = 200, .additions = 200 } },
        { TRI_MIXED, { .instructions = 200, .additions = 100 } }, /* which tells of fma, too */
        { TRI_INTEGERS, { .instructions = 200, .integers = 200 } },
        { TRI_MEMORY, { .bytes = 200 } },
        { TRI_NEAR, { .near_bytes = 200 } },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++, threads *= 2) {
        memset(asked, 0, sizeof asked);
        struct tri_ceiling top = ceiling_of(of[i].work, rates);
        double rate = tri_ceiling_rate(&top, &run_of(of[i].work)->work);
        cr_expect(asked[of[i].binds] == 2, "%zu: %d", i, asked[of[i].binds]);
        cr_expect(rate == 5, "%zu: %g", i, rate);
    }
}

Test(ceilings, need_memory)
{
    case_auto_t c = case_of(&fake_float, "rows=400");
    struct tri_ceiling top = { .fma_per_second = 7 };
    *answer = 1;
    has_memory = false;
    tri_ceiling_source = &source;
    cr_expect(!tri_ceiling_for(&c, run_of(sums), &top, &failure) && top.fma_per_second == 7);
    cr_expect(failure.status == TRI_FAILED && strstr(failure.text, "out of memory"), "%s",
              failure.text);
}

/* ---- A description whose .work says what cannot be counted ---- */

static struct tri_work said;

static struct tri_work work(const struct tri_case *c)
{
    return said;
}

/* Measures one path with this work. */
static bool measures(struct tri_work w, struct tri_error *e)
{
    measurement_auto_t m = { 0 };
    struct tri_hotspot h = fake_double;
    struct tri_effort effort = { .reps = 1, .launch.threads = 1 };
    h.work = work;
    said = w;
    case_auto_t c = case_of(&h, ""), reference = reference_of(&h, "");
    return measure_path(&c, TRI_SIMD, &reference, &effort, &m, e);
}

Test(work, that_is_counted_is_measured)
{
    cr_expect(measures((struct tri_work){ .units = 7 }, &failure), "%s", failure.text);
    cr_expect(measures((struct tri_work){ 0 }, &failure), "a run without steps: %s", failure.text);
}

Test(work, that_cannot_be_counted_is_an_error)
{
    static const struct {
        struct tri_work work;
        const char *text;
    } wrong[] = {
        { { .units = -1 }, "fake: .work says units = -1; a count is finite, and 0 or more" },
        { { .units = 1, .instructions = -2.5 }, "fake: .work says instructions = -2.5;" },
        { { .additions = (double)INFINITY }, "fake: .work says additions = inf;" },
        { { .integers = -1e9 }, "fake: .work says integers = -1e+09;" },
        { { .tensor = -1 }, "fake: .work says tensor = -1;" },
        { { .bytes = (double)NAN }, "fake: .work says bytes = " },
        { { .near_bytes = -1 }, "fake: .work says near_bytes = -1;" },
    };
    FOR_EACH (r, wrong) {
        struct tri_error e = { 0 };
        cr_expect(!measures(r->work, &e) && e.status == TRI_FAILED, "taken: %s", r->text);
        cr_expect(strncmp(e.text, r->text, strlen(r->text)) == 0, "%s", e.text);
    }
}

static double clock_now;

static double made_up_clock(enum tri_path path)
{
    return clock_now;
}

/* The ceiling of a run at a clock, of a machine whose own is known. */
static struct tri_ceiling ceiling_at(double run, double machine, double rate)
{
    case_auto_t c = case_of(&fake_float, "rows=400");
    struct tri_ceiling top = { 0 };
    struct tri_measurement *m = run_of((struct tri_work){ .instructions = 500, .bytes = 1 });
    m->clock = run;
    clock_now = machine;
    answer[0] = rate;
    source.clock = made_up_clock;
    tri_ceiling_source = &source;
    must(tri_ceiling_for(&c, m, &top, &failure));
    return top;
}

/* Arithmetic is as fast as the clock that the run held; memory has one of its own. */
Test(ceilings, are_those_of_the_clock)
{
    struct tri_ceiling top = ceiling_at(1500e6, 2000e6, 1000);
    cr_expect(fabs(top.fma_per_second - 750) < 1e-9, "%g", top.fma_per_second);
    cr_expect(fabs(top.bytes_per_second - 1000) < 1e-9, "%g", top.bytes_per_second);
    cr_expect(fabs(top.clock - 1500e6) < 1);
    top = ceiling_at(2000e6, 2000e6, 1000);
    cr_expect(fabs(top.fma_per_second - 1000) < 1e-9, "%g", top.fma_per_second);
    top = ceiling_at(0, 2000e6, 1000);
    cr_expect(fabs(top.fma_per_second - 1000) < 1e-9, "as measured: %g", top.fma_per_second);
}
