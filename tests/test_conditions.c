/* The conditions of a measurement: of made-up machines, below a folder with a /proc and a /sys of its own, and of a made-up NVML. */
#define _GNU_SOURCE /* cpu_set_t */
#include "check.h"
#include "conditions_inside.h"
#include "startup.h"

#include <math.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- A machine ---- */

/* A file of it, with its folders. */
static void put(const char *name, const char *text)
{
    char path[100];
    snprintf(path, sizeof path, "machine%s", name);
    put_file(path, text);
}

enum { OURS = 3, ALSO = 5, THEIRS = 4 }; /* processors */

/* Its /proc/stat in hundredths of a second: each of our processors has been so long busy, idle and stolen. */
static void put_stat(int busy, int idle, int stolen)
{
    char text[400];
    snprintf(
        text, sizeof text,
        "cpu  9 9 9 9 9 9 9 9 0 0\ncpu%d %d 0 0 %d 0 0 0 %d 0 0\ncpu%d 99999 0 0 0 0 0 0 %d 0 0\n"
        "cpu%d 1 %d 3 %d 0 1 1 %d 0 0\nintr 5 cpu3 1 1 1 1 1 1 1 1\n",
        OURS, busy, idle, stolen, THEIRS, 777 * stolen, ALSO, busy - 6, idle, stolen);
    put("/proc/stat", text);
}

static void begin(void)
{
    cpu_set_t ours;
    CPU_ZERO(&ours);
    CPU_SET(OURS, &ours);
    CPU_SET(ALSO, &ours);
    tri_startup_was(0, &ours);
    mkdir(in_scratch("machine"), 0777);
    tri_conditions_root(in_scratch("machine"));
}

TestSuite(conditions, .init = begin);

static void put_machine(void)
{
    put("/proc/loadavg", "2.50 3.72 1.53 4/88 18869\n");
    put_stat(1000, 1000, 100);
    put("/proc/self/cgroup", "0::/user.slice/job\n");
    put("/sys/fs/cgroup/user.slice/job/cpu.max", "max 100000\n");
    put("/sys/fs/cgroup/user.slice/cpu.max", "150000 100000\n");
    put("/sys/fs/cgroup/user.slice/cpu.stat",
        "usage_usec 9\nnr_throttled 1\nthrottled_usec 250000\n");
    put("/sys/devices/system/cpu/cpu3/cpufreq/scaling_governor", "performance\n");
    put("/sys/devices/system/cpu/cpu5/cpufreq/scaling_governor", "performance\n");
    put("/sys/devices/system/cpu/cpu3/cpufreq/scaling_cur_freq", "2000000\n");
    put("/sys/devices/system/cpu/cpu5/cpufreq/scaling_cur_freq", "3000000\n");
    put("/sys/class/powercap/intel-rapl:0/name", "package-0\n");
    put("/sys/class/powercap/intel-rapl:0/energy_uj", "5000000\n");
    put("/sys/class/powercap/intel-rapl:0/max_energy_range_uj", "9000000\n");
    put("/sys/class/powercap/intel-rapl:0:0/name", "core\n");
    put("/sys/class/powercap/intel-rapl:0:0/energy_uj", "1\n");
    put("/sys/class/powercap/intel-rapl:0:1/name", "dram\n");
    put("/sys/class/powercap/intel-rapl:0:1/energy_uj", "1000000\n");
    put("/sys/class/powercap/intel-rapl:1/name", "psys\n");
    put("/sys/class/powercap/intel-rapl:1/energy_uj", "1\n");
}

/* What has changed in the meantime. */
static void go_on(void)
{
    put_stat(1040, 1020, 140);
    put("/sys/fs/cgroup/user.slice/cpu.stat",
        "usage_usec 9\nnr_throttled 2\nthrottled_usec 750000\n");
    put("/sys/devices/system/cpu/cpu5/cpufreq/scaling_cur_freq", "1000000\n");
    put("/sys/class/powercap/intel-rapl:0/energy_uj", "2000000\n"); /* began anew */
    put("/sys/class/powercap/intel-rapl:0:1/energy_uj", "1500000\n");
    put("/sys/class/powercap/intel-rapl:1/energy_uj", "900000000\n");
}

static void expect(const struct tri_conditions *c, enum tri_condition which, double value)
{
    cr_expect(tri_condition_known(c, which) && fabs(c->value[which] - value) < 1e-9,
              "%s: %g, not %g (%s)", tri_condition_key(which), c->value[which], value,
              tri_condition_problem(which) ? tri_condition_problem(which) : "read");
}

static struct tri_conditions measured(void)
{
    struct tri_conditions c;
    tri_conditions_begin(&c, false);
    usleep(120000);
    go_on();
    tri_conditions_end(&c);
    return c;
}

Test(conditions, of_a_machine)
{
    put_machine();
    struct tri_conditions c = measured();
    expect(&c, TRI_LOAD_1MIN, 2.5);
    expect(&c, TRI_RUNNABLE, 4);
    expect(&c, TRI_STEAL_SHARE, 0.4); /* 80 of 200 hundredths, of our two processors */
    expect(&c, TRI_CPU_QUOTA, 1.5);
    expect(&c, TRI_THROTTLED_S, 0.5);
    expect(&c, TRI_CPU_HZ_BEGIN, 2.5e9);
    expect(&c, TRI_CPU_HZ_END, 1.5e9);
    expect(&c, TRI_CPU_JOULES, 6.5); /* of the package and its memory */
    cr_expect_str_eq(tri_condition_text(&c, TRI_GOVERNOR), "performance");
    double others = c.value[TRI_OTHERS_BUSY], seconds = c.value[TRI_SECONDS];
    cr_expect(seconds > 0.12 && others > 0.5 / seconds && others <= 0.8 / seconds, "%g in %g s",
              others, seconds);
    for (int i = TRI_GPU_HZ_BEGIN; i < TRI_CONDITIONS; i++)
        cr_expect(!tri_condition_known(&c, (enum tri_condition)i));
}

Test(conditions, of_a_quota_of_version_1)
{
    struct tri_conditions c;
    put("/proc/self/cgroup", "9:name=systemd:/\n2:cpu,cpuacct:/docker/none\n0::/x\n");
    put("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "50000\n");
    put("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    put("/sys/fs/cgroup/cpu,cpuacct/cpu.stat",
        "nr_periods 1\nnr_throttled 1\nthrottled_time 1000\n");
    tri_conditions_begin(&c, false);
    put("/sys/fs/cgroup/cpu,cpuacct/cpu.stat",
        "nr_periods 1\nnr_throttled 1\nthrottled_time 2000001000\n");
    tri_conditions_end(&c);
    expect(&c, TRI_CPU_QUOTA, 0.5);
    expect(&c, TRI_THROTTLED_S, 2);
    put("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
    tri_conditions_begin(&c, false);
    tri_conditions_end(&c);
    cr_expect(!tri_condition_known(&c, TRI_CPU_QUOTA) && !tri_condition_known(&c, TRI_THROTTLED_S));
    cr_expect(strstr(tri_condition_problem(TRI_CPU_QUOTA), "no quota is set"));
}

Test(conditions, a_reason_for_each_that_cannot_be_read)
{
    static const struct {
        enum tri_condition which;
        const char *why;
    } rows[] = { { TRI_LOAD_1MIN, "/proc/loadavg: No such file" },
                 { TRI_RUNNABLE, "/proc/loadavg: No such file" },
                 { TRI_OTHERS_BUSY, "does not count" },
                 { TRI_STEAL_SHARE, "does not count" },
                 { TRI_CPU_QUOTA, "no control group" },
                 { TRI_THROTTLED_S, "no control group" },
                 { TRI_GOVERNOR, "scaling_governor: No such file" },
                 { TRI_CPU_HZ_BEGIN, "scaling_cur_freq: No such file" },
                 { TRI_CPU_HZ_END, "scaling_cur_freq: No such file" },
                 { TRI_CPU_JOULES, "RAPL" } };
    struct tri_conditions c;
    tri_conditions_begin(&c, false);
    usleep(110000);
    tri_conditions_end(&c);
    FOR_EACH (r, rows) {
        const char *why = tri_condition_problem(r->which);
        cr_expect(!tri_condition_known(&c, r->which), "%s", tri_condition_key(r->which));
        cr_expect(why && strstr(why, r->why), "%s: %s", tri_condition_key(r->which), why);
    }
    put_machine();
    measured();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_null(tri_condition_problem(rows[i].which), "%s",
                       tri_condition_problem(rows[i].which));
}

Test(conditions, of_too_short_a_time)
{
    struct tri_conditions c;
    put_machine();
    tri_conditions_begin(&c, false);
    go_on();
    tri_conditions_end(&c);
    cr_expect(!tri_condition_known(&c, TRI_STEAL_SHARE));
    cr_expect(strstr(tri_condition_problem(TRI_OTHERS_BUSY), "tenth of a second"));
    expect(&c, TRI_CPU_JOULES, 6.5);
}

Test(conditions, counters_of_energy_that_only_root_may_read)
{
    struct tri_energy n = { 0 };
    put("/sys/class/powercap/intel-rapl:0/name", "package-0\n");
    put("/sys/class/powercap/intel-rapl:0/energy_uj/is-a-folder", "");
    tri_energy_begin(&n, false);
    tri_energy_end(&n, 1);
    cr_expect(isnan(n.cpu_joules) && isnan(n.gpu_joules));
    expect_text(tri_condition_problem(TRI_CPU_JOULES), "energy_uj: Is a directory");
}

/* This machine's own, whatever it has; they are to take below 5 ms, of which loaded machines need more. */
Test(conditions, of_this_machine)
{
    struct tri_conditions c;
    double least = 1;
    tri_conditions_root("");
    for (int i = 0; i < 10; i++) {
        double start = tri_now();
        tri_conditions_begin(&c, false);
        tri_conditions_end(&c);
        least = fmin(least, tri_now() - start);
    }
    cr_expect(least < 0.01, "%g s", least);
    for (int i = 0; i < TRI_GPU_HZ_BEGIN; i++) {
        enum tri_condition which = (enum tri_condition)i;
        cr_expect(tri_condition_known(&c, which) != (tri_condition_problem(which) != NULL),
                  "%s: %s", tri_condition_key(which), tri_condition_problem(which));
    }
}

/* ---- A GPU ---- */

static struct {
    unsigned clock;
    unsigned long long reasons, energy;
    int error;
    const char *bus;
    double counters[3];
} fake;

static int fake_init(void)
{
    return 0;
}

static int fake_device(const char *bus, void **device)
{
    fake.bus = bus;
    *device = &fake;
    return strcmp(bus, "0000:3B:00.0") == 0 ? 0 : 6;
}

static int fake_clock(void *device, int kind, unsigned *megahertz)
{
    cr_expect(device == &fake && kind == 1, "the multiprocessors' clock");
    *megahertz = fake.clock;
    return fake.error;
}

static int fake_max(void *device, int kind, unsigned *megahertz)
{
    *megahertz = 1980;
    return kind == 1 ? 0 : 2;
}

static int fake_reasons(void *device, unsigned long long *bits)
{
    *bits = fake.reasons;
    return 0;
}

static int fake_temperature(void *device, int sensor, unsigned *celsius)
{
    *celsius = 61;
    return sensor == 0 ? 0 : 2;
}

static int fake_power(void *device, unsigned *milliwatts)
{
    *milliwatts = 350500;
    return 0;
}

static int fake_energy(void *device, unsigned long long *millijoules)
{
    *millijoules = fake.energy;
    return 0;
}

/* The GPU's own counters; a sample is where they stand. */
static int fake_new_sample(void **sample)
{
    static double samples[2][3];
    static int next;
    *sample = samples[next++ % 2];
    return 0;
}

static int fake_take_sample(void *device, void *sample)
{
    memcpy(sample, fake.counters, sizeof fake.counters);
    return fake.error;
}

static int fake_between(struct tri_gpm *g)
{
    const double *from = g->from, *to = g->to;
    const unsigned ids[] = { 2, 3, 10 };
    cr_expect(g->version == 1 && g->n == 3);
    for (size_t i = 0; i < 3; i++) {
        cr_expect(g->of[i].id == ids[i]);
        g->of[i].percent = to[i] - from[i];
    }
    return 0;
}

static const char *fake_words(int error)
{
    return error == 6 ? "Not Found" : "Not Supported";
}

static struct tri_nvml library(void)
{
    return (struct tri_nvml){ fake_init,       fake_device,      fake_clock,   fake_max,
                              fake_reasons,    fake_temperature, fake_power,   fake_energy,
                              fake_new_sample, fake_take_sample, fake_between, fake_words };
}

/* Of a second in which a multiprocessor had a warp for 80 % of the time, and 5 % of all warps in the mean. */
Test(conditions, what_runs_make_of_a_gpu)
{
    struct tri_nvml nvml = library();
    struct tri_energy n = { 0 };
    tri_nvml_use(&nvml, "0000:3B:00.0");
    tri_energy_begin(&n, true);
    memcpy(fake.counters, (double[]){ 80, 5, 60 }, sizeof fake.counters);
    tri_energy_end(&n, 1);
    cr_expect(fabs(n.use.busy - 0.8) < 1e-9 && fabs(n.use.warps - 0.0625) < 1e-9 &&
              fabs(n.use.memory - 0.6) < 1e-9);
    tri_energy_begin(&n, true);
    tri_energy_end(&n, 1);
    cr_expect(n.use.busy == 0 && n.use.warps == 0, "a GPU that had nothing to do");
    nvml.take_sample = NULL;
    tri_nvml_use(&nvml, "0000:3B:00.0");
    tri_energy_begin(&n, true);
    tri_energy_end(&n, 1);
    cr_expect(n.use.busy == 0, "an older driver");
}

Test(conditions, of_a_gpu)
{
    const struct tri_nvml nvml = library();
    struct tri_conditions c;
    tri_nvml_use(&nvml, "0000:3B:00.0");
    fake.clock = 345;
    fake.reasons = 1;
    fake.energy = 1000000;
    tri_conditions_begin(&c, true);
    fake.clock = 1755;
    fake.reasons = 4;
    cr_expect(fabs(tri_gpu_clock_now() - 1.755e9) < 1);
    fake.clock = 1740;
    fake.reasons = 0x40;
    fake.energy = 1012500;
    tri_conditions_end(&c);
    expect(&c, TRI_GPU_HZ_BEGIN, 345e6);
    expect(&c, TRI_GPU_HZ_END, 1740e6);
    expect(&c, TRI_GPU_MAX_HZ, 1980e6);
    expect(&c, TRI_GPU_CELSIUS, 61);
    expect(&c, TRI_GPU_WATTS, 350.5);
    expect(&c, TRI_GPU_JOULES, 12.5);
    cr_expect_str_eq(tri_condition_text(&c, TRI_GPU_THROTTLE), "power cap, heat (hardware)");
    fake.reasons = 1;
    tri_conditions_begin(&c, true);
    tri_conditions_end(&c);
    cr_expect_str_eq(tri_condition_text(&c, TRI_GPU_THROTTLE), "none", "idle holds nothing down");
}

Test(conditions, of_a_gpu_that_does_not_answer)
{
    struct tri_nvml nvml = library();
    struct tri_conditions c;
    nvml.energy = NULL;
    fake.error = 3;
    tri_nvml_use(&nvml, "0000:3B:00.0");
    tri_conditions_begin(&c, true);
    tri_conditions_end(&c);
    cr_expect(!tri_condition_known(&c, TRI_GPU_HZ_END) && tri_gpu_clock_now() == 0);
    cr_expect_str_eq(tri_condition_problem(TRI_GPU_HZ_END), "NVML: Not Supported");
    cr_expect(strstr(tri_condition_problem(TRI_GPU_JOULES), "no function"));
    expect(&c, TRI_GPU_WATTS, 350.5);
    tri_nvml_use(&nvml, "0000:5E:00.0"); /* another than NVML has */
    tri_conditions_begin(&c, true);
    tri_conditions_end(&c);
    for (int i = TRI_GPU_HZ_BEGIN; i < TRI_CONDITIONS; i++) {
        const char *why = tri_condition_problem((enum tri_condition)i);
        cr_expect(!tri_condition_known(&c, (enum tri_condition)i), "%d", i);
        cr_expect(why && strstr(why, "0000:5E:00.0: Not Found"), "%d: %s", i, why);
    }
}

Test(conditions, reasons_in_words)
{
    char text[160];
    tri_throttle_words(0x1fe, text, sizeof text);
    cr_expect_str_eq(text,
                     "clocks set by an administrator, power cap, hardware slowdown, sync boost, "
                     "heat (software), heat (hardware), power brake, clocks of the display");
    tri_throttle_words(0, text, sizeof text);
    cr_expect_str_eq(text, "none");
    tri_throttle_words(0x8000, text, sizeof text);
    cr_expect_str_eq(text, "none", "one that is not known");
}

/* A row of the CPU in a table of which others ran on the GPU. */
Test(conditions, of_a_row)
{
    struct tri_conditions c = { .on_gpu = true };
    static struct tri_measurement m;
    for (int i = 0; i < TRI_CONDITIONS; i++)
        tri_condition_set(&c, (enum tri_condition)i, 1);
    m.place = TRI_GPU;
    tri_measurement_conditions(&m, &c);
    cr_expect(m.conditions.on_gpu && m.conditions.known == c.known);
    m.place = TRI_CPU;
    tri_measurement_conditions(&m, &c);
    cr_expect(!m.conditions.on_gpu && tri_condition_known(&m.conditions, TRI_CPU_JOULES));
    cr_expect(!tri_condition_known(&m.conditions, TRI_GPU_HZ_BEGIN));
    cr_expect(!tri_condition_known(&m.conditions, TRI_GPU_JOULES));
}

/* Its faults, one after the other. */
static char *faults(const struct tri_conditions *c, double clock)
{
    char text[TRI_FAULT_LENGTH];
    FILE *out = begin_text();
    for (int i = 0; i < TRI_FAULTS; i++)
        if (tri_conditions_fault(c, clock, i, text))
            fprintf(out, "%s.", text);
    return end_text();
}

Test(conditions, faults_in_words)
{
    struct tri_conditions c = { .on_gpu = true };
    text_auto_t *none = faults(&c, 0);
    cr_expect_str_eq(none, "", "what is not known is no fault");
    tri_condition_set(&c, TRI_OTHERS_BUSY, 1.25);
    tri_condition_set(&c, TRI_STEAL_SHARE, 0.04);
    tri_condition_set(&c, TRI_CPU_QUOTA, 1.5);
    tri_condition_set(&c, TRI_THROTTLED_S, 0.25);
    tri_condition_set_text(&c, TRI_GOVERNOR, "powersave");
    tri_condition_set_text(&c, TRI_GPU_THROTTLE, "power cap");
    tri_condition_set(&c, TRI_GPU_HZ_BEGIN, 345e6);
    tri_condition_set(&c, TRI_GPU_HZ_END, 1400e6);
    tri_condition_set(&c, TRI_GPU_MAX_HZ, 1980e6);
    text_auto_t *all = faults(&c, 0);
    cr_expect_str_eq(
        all,
        "other processes kept 1.2 processors busy.the hypervisor gave 4 % of the processors' time "
        "to others.threads were stopped for 0.25 s, with the quota of 1.5 processors used up.the "
        "governor of the processors' clock is powersave.the GPU's clock was held down: power "
        "cap.the GPU ran at 1400 MHz, and can run at 1980.");
    text_auto_t *run = faults(&c, 1950e6);
    cr_expect(!strstr(run, "MHz"), "it is the clock of the run that counts: %s", run);
}

Test(conditions, no_faults)
{
    struct tri_conditions c = { .on_gpu = true };
    tri_condition_set(&c, TRI_OTHERS_BUSY, 0.5);
    tri_condition_set(&c, TRI_STEAL_SHARE, 0.01);
    tri_condition_set(&c, TRI_CPU_QUOTA, 1.5);
    tri_condition_set(&c, TRI_THROTTLED_S, 0);
    tri_condition_set_text(&c, TRI_GOVERNOR, "schedutil");
    tri_condition_set_text(&c, TRI_GPU_THROTTLE, "none");
    tri_condition_set(&c, TRI_GPU_HZ_BEGIN, 345e6);
    tri_condition_set(&c, TRI_GPU_HZ_END, 1800e6);
    tri_condition_set(&c, TRI_GPU_MAX_HZ, 1980e6);
    text_auto_t *none = faults(&c, 0);
    cr_expect_str_eq(none, "");
}
