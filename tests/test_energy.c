/* The energy of runs: by counters of a made-up machine, which advance by what the test writes. */
#include "check.h"
#include "fake.h"
#include "study.h"

#include <math.h>
#include <unistd.h>

static int calls;

/* Each call takes two joules. */
static void put_joules(int joules)
{
    char text[40];
    snprintf(text, sizeof text, "%d000000\n", joules);
    put_file("sys/class/powercap/intel-rapl:0/energy_uj", text);
}

static void run(const struct tri_case *c)
{
    usleep(12000);
    put_joules(2 * ++calls);
}

static void make_counters(void)
{
    put_file("sys/class/powercap/intel-rapl:0/name", "package-0\n");
    put_joules(0);
    tri_conditions_root(in_scratch(""));
}

/* The energy of so many runs, or of as many as so many seconds take. */
static struct tri_energy measured(size_t runs, double seconds)
{
    case_auto_t c = case_of(&fake_double, "");
    struct tri_contender who = tri_path_contender(&fake_double, &fake_double.plain, TRI_SIMD);
    const struct tri_launch launch = { .threads = 1 };
    struct tri_energy energy = { 0 };
    who.run = run;
    make_counters();
    must(tri_measure_energy(&c, &who, &launch, runs, seconds, &energy, &failure));
    return energy;
}

Test(energy, of_a_number_of_runs)
{
    struct tri_energy energy = measured(5, 1);
    cr_expect(energy.runs == 5 && calls == 6, "%zu runs, %d calls: one is not counted", energy.runs,
              calls);
    cr_expect(fabs(energy.cpu_joules - 10) < 1e-9, "%g J", energy.cpu_joules);
    cr_expect(isnan(energy.gpu_joules) && energy.seconds > 0);
}

Test(energy, of_some_seconds)
{
    struct tri_energy energy = measured(0, 0.1);
    cr_expect(energy.seconds >= 0.1 && energy.runs > 1 &&
              fabs(energy.cpu_joules - 2 * (double)energy.runs) < 1e-9);
}

static void add_batch(struct tri_energy *energy, useconds_t microseconds)
{
    tri_energy_begin(energy, false);
    usleep(microseconds);
    put_joules(3 * ++calls);
    tri_energy_end(energy, 10);
}

/* One is too short, and two together are not. */
Test(energy, of_batches)
{
    struct tri_energy energy = { 0 };
    make_counters();
    cr_expect(isnan(tri_joules_a_run(&energy, TRI_CPU_JOULES)));
    add_batch(&energy, 1000);
    cr_expect(isnan(tri_joules_a_run(&energy, TRI_CPU_JOULES)));
    cr_expect_str_eq(tri_condition_problem(TRI_CPU_JOULES), "the runs took less than 0.05 s");
    add_batch(&energy, 60000);
    cr_expect(energy.runs == 20);
    cr_expect(fabs(tri_joules_a_run(&energy, TRI_CPU_JOULES) - 0.3) < 1e-9);
    cr_expect(isnan(tri_joules_a_run(&energy, TRI_GPU_JOULES)));
}

/* As bench measures: the joules of the timed runs, and of no others. */
Test(energy, of_what_bench_measures)
{
    case_auto_t c = case_of(&fake_double, ""), reference = case_of(&fake_double, "");
    struct tri_contender who = tri_path_contender(&fake_double, &fake_double.plain, TRI_SIMD);
    const struct tri_effort effort = { .reps = 6, .launch = { .threads = 1 } };
    measurement_auto_t m = { 0 };
    who.run = run;
    make_counters();
    must(tri_measure(&c, &who, &reference, &effort, &m, &failure));
    cr_expect(m.energy.runs == 6 && calls > 6, "%zu runs of %d", m.energy.runs, calls);
    cr_expect(fabs(tri_joules_a_run(&m.energy, TRI_CPU_JOULES) - 2) < 1e-9);
}

static json_t *results_of(size_t reps, struct tri_error *e)
{
    static struct tri_measurement m;
    static struct batch b;
    const struct tri_hotspot *vecadd = tri_hotspot_named("vecadd", TRI_DOUBLE);
    case_auto_t c = prepared(vecadd, "n=1000");
    json_t *results = json_object();
    cr_assert(tri_case_choose(&c, &vecadd->plain, e));
    m = (struct tri_measurement){ .path = TRI_SIMD, .launch.threads = 1 };
    b.reps = reps;
    cr_assert(count_joules(&b, &c, &m, results, e), "%s", e->text);
    return results;
}

Test(energy, results_of_a_row)
{
    make_counters();
    json_auto_t *results = results_of(0, &failure);
    cr_expect(json_integer_value(json_object_get(results, "reps")) > 3);
    cr_expect(json_is_real(json_object_get(results, "joules")));
    cr_expect(json_real_value(json_object_get(results, "run_s")) > 0);
    cr_expect(json_is_null(json_object_get(results, "gpu_joules")));
    cr_expect_null(json_object_get(results, "absent"));
}

Test(energy, without_counters)
{
    tri_conditions_root("/nowhere");
    json_auto_t *results = results_of(1, &failure);
    const char *absent = json_string_value(json_object_get(results, "absent"));
    cr_expect(absent && strstr(absent, "not measured: no counters of energy (RAPL)"), "%s", absent);
    cr_expect(json_object_size(results) == 1);
}

Test(energy, of_too_few_runs)
{
    make_counters();
    json_auto_t *results = results_of(1, &failure);
    const char *absent = json_string_value(json_object_get(results, "absent"));
    cr_expect(absent && strstr(absent, "the runs took less than"), "%s", absent);
}
