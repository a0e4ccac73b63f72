/* The conditions of a measurement: those of the processors.  conditions_gpu.c has the GPU's. */
#define _GNU_SOURCE /* cpu_set_t */
#include "conditions_inside.h"

#include "kernel_files.h"
#include "measure.h"
#include "startup.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const char *const keys[TRI_CONDITIONS] = {
    [TRI_SECONDS] = "seconds",
    [TRI_LOAD_1MIN] = "load_1min",
    [TRI_RUNNABLE] = "runnable",
    [TRI_OTHERS_BUSY] = "others_busy",
    [TRI_STEAL_SHARE] = "steal_share",
    [TRI_CPU_QUOTA] = "cpu_quota",
    [TRI_THROTTLED_S] = "throttled_s",
    [TRI_GOVERNOR] = "governor",
    [TRI_CPU_HZ_BEGIN] = "cpu_hz_begin",
    [TRI_CPU_HZ_END] = "cpu_hz_end",
    [TRI_CPU_JOULES] = "cpu_joules",
    [TRI_GPU_HZ_BEGIN] = "gpu_clock_begin_hz",
    [TRI_GPU_HZ_END] = "gpu_clock_end_hz",
    [TRI_GPU_MAX_HZ] = "gpu_max_clock_hz",
    [TRI_GPU_THROTTLE] = "gpu_throttle",
    [TRI_GPU_CELSIUS] = "gpu_temperature_c",
    [TRI_GPU_WATTS] = "gpu_power_w",
    [TRI_GPU_JOULES] = "gpu_joules",
};

const char *tri_condition_key(enum tri_condition c)
{
    return keys[c];
}

/* ---- Values ---- */

bool tri_condition_known(const struct tri_conditions *c, enum tri_condition which)
{
    return c->known >> which & 1;
}

void tri_condition_set(struct tri_conditions *c, enum tri_condition which, double value)
{
    if (!isfinite(value))
        return;
    c->value[which] = value;
    c->known |= 1u << which;
}

void tri_condition_set_text(struct tri_conditions *c, enum tri_condition which, const char *text)
{
    if (which == TRI_GOVERNOR)
        snprintf(c->governor, sizeof c->governor, "%s", text);
    else
        snprintf(c->throttle, sizeof c->throttle, "%s", text);
    c->known |= 1u << which;
}

const char *tri_condition_text(const struct tri_conditions *c, enum tri_condition which)
{
    if (!tri_condition_known(c, which))
        return NULL;
    return which == TRI_GOVERNOR ? c->governor : which == TRI_GPU_THROTTLE ? c->throttle : NULL;
}

static char problems[TRI_CONDITIONS][200];

void tri_condition_lacks(enum tri_condition which, const char *format, ...)
{
    va_list arguments;
    problems[which][0] = '\0';
    if (!format)
        return;
    va_start(arguments, format);
    vsnprintf(problems[which], sizeof problems[which], format, arguments);
    va_end(arguments);
}

const char *tri_condition_problem(enum tri_condition which)
{
    return problems[which][0] ? problems[which] : NULL;
}

/* ---- The load ---- */

/* "0.20 0.18 0.12 1/80 11206" */
static void read_load(struct tri_conditions *c)
{
    char text[100];
    double load, runnable;
    const char *why = NULL;
    if (!tri_text_of(text, sizeof text, "/proc/loadavg"))
        why = strerror(errno);
    else if (sscanf(text, "%lf %*f %*f %lf/", &load, &runnable) != 2)
        why = "is not as expected";
    tri_condition_lacks(TRI_LOAD_1MIN, why ? "/proc/loadavg: %s" : NULL, why);
    tri_condition_lacks(TRI_RUNNABLE, why ? "/proc/loadavg: %s" : NULL, why);
    if (why)
        return;
    tri_condition_set(c, TRI_LOAD_1MIN, load);
    tri_condition_set(c, TRI_RUNNABLE, runnable);
}

static double seconds_of(const struct rusage *r)
{
    return (double)(r->ru_utime.tv_sec + r->ru_stime.tv_sec) +
           1e-6 * (double)(r->ru_utime.tv_usec + r->ru_stime.tv_usec);
}

/* Of this process, and of those that it has started and that have ended. */
static double own_seconds(void)
{
    struct rusage self = { 0 }, children = { 0 };
    getrusage(RUSAGE_SELF, &self);
    getrusage(RUSAGE_CHILDREN, &children);
    return seconds_of(&self) + seconds_of(&children);
}

/* "cpu3 user nice system idle iowait irq softirq steal …", in ticks, of a processor that we may use. */
static void add_processor(const char *line, double tick, const cpu_set_t *ours,
                          struct tri_counters *t)
{
    enum { USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, STEAL, TIMES };
    double of[TIMES] = { 0 };
    int number;
    if (sscanf(line, "cpu%d %lf %lf %lf %lf %lf %lf %lf %lf", &number, &of[USER], &of[NICE],
               &of[SYSTEM], &of[IDLE], &of[IOWAIT], &of[IRQ], &of[SOFTIRQ], &of[STEAL]) < 5)
        return;
    if (ours && !CPU_ISSET((size_t)number, ours))
        return;
    double busy = of[USER] + of[NICE] + of[SYSTEM] + of[IRQ] + of[SOFTIRQ];
    t->busy += busy / tick;
    t->stolen += of[STEAL] / tick;
    t->all += (busy + of[STEAL] + of[IDLE] + of[IOWAIT]) / tick;
}

/* The first lines are of processors: "cpu" is of all, which may be more than are ours. */
static void count_processors(struct tri_counters *t)
{
    enum { SIZE = 1 << 17 };
    char *text = malloc(SIZE), *rest = text;
    double tick = (double)sysconf(_SC_CLK_TCK);
    t->busy = t->stolen = t->all = 0;
    if (text && tri_text_of(text, SIZE, "/proc/stat"))
        for (char *line; (line = strsep(&rest, "\n")) && strncmp(line, "cpu", 3) == 0;)
            if (line[3] != ' ')
                add_processor(line, tick, tri_startup_processors(), t);
    free(text);
}

static const double SHORTEST = 0.1; /* seconds; Linux counts in hundredths */

/* Other ranks on this machine are no strangers, but what they compute is not known here. */
static void compare_processors(struct tri_conditions *c, const struct tri_counters *end)
{
    const struct tri_counters *begin = &c->begin;
    double seconds = end->now - begin->now, all = end->all - begin->all;
    const char *why = seconds < SHORTEST ? "less than a tenth of a second"
                      : !(all > 0)       ? "/proc/stat does not count here"
                                         : NULL;
    tri_condition_lacks(TRI_STEAL_SHARE, why ? "%s" : NULL, why);
    const char *ranks = tri_ranks() > 1 ? "other ranks may be on this machine" : why;
    tri_condition_lacks(TRI_OTHERS_BUSY, ranks ? "%s" : NULL, ranks);
    if (!why)
        tri_condition_set(c, TRI_STEAL_SHARE, (end->stolen - begin->stolen) / all);
    double others = end->busy - begin->busy - (end->own - begin->own);
    if (!ranks)
        tri_condition_set(c, TRI_OTHERS_BUSY, fmax(others, 0) / seconds);
}

/* ---- Clocks ---- */

enum { MOST_PROCESSORS = 1024, ASKED = 16 };

#define CPUFREQ "/sys/devices/system/cpu/cpu%d/cpufreq/"

/* The next processor that we may use, from `number`; -1: there is none. */
static int next_processor(int number)
{
    const cpu_set_t *ours = tri_startup_processors();
    for (; number < MOST_PROCESSORS; number++)
        if (ours ? CPU_ISSET((size_t)number, ours) : number < ASKED)
            return number;
    return -1;
}

static double mean_hz(enum tri_condition which)
{
    double sum = 0, kilohertz;
    int n = 0, why = ENOENT;
    tri_condition_lacks(which, NULL);
    for (int i = next_processor(0); i >= 0 && n < ASKED; i = next_processor(i + 1)) {
        if (!tri_number_of(&kilohertz, "", CPUFREQ "scaling_cur_freq", i)) {
            why = errno;
            break;
        }
        sum += 1e3 * kilohertz;
        n++;
    }
    if (n > 0)
        return sum / n;
    tri_condition_lacks(which, "/sys/devices/system/cpu/cpu*/cpufreq/scaling_cur_freq: %s",
                        strerror(why));
    return (double)NAN;
}

/* Where they differ, "powersave" if that is one of them, else the first. */
static void read_governor(struct tri_conditions *c)
{
    char text[sizeof c->governor];
    int n = 0, why = 0;
    tri_condition_lacks(TRI_GOVERNOR, NULL);
    for (int i = next_processor(0); i >= 0 && n < ASKED && !why; i = next_processor(i + 1)) {
        if (!tri_text_of(text, sizeof text, CPUFREQ "scaling_governor", i))
            why = errno;
        else if (n++ == 0 || strcmp(text, "powersave") == 0)
            tri_condition_set_text(c, TRI_GOVERNOR, text);
    }
    if (n == 0)
        tri_condition_lacks(TRI_GOVERNOR,
                            "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor: %s",
                            strerror(why));
}

/* ---- Begin and end ---- */

void tri_conditions_begin(struct tri_conditions *c, bool on_gpu)
{
    double quota;
    *c = (struct tri_conditions){ .on_gpu = on_gpu, .begin.gpu_joules = (double)NAN };
    read_load(c);
    read_governor(c);
    tri_condition_set(c, TRI_CPU_HZ_BEGIN, mean_hz(TRI_CPU_HZ_BEGIN));
    tri_quota_read(&quota, &c->begin.throttled);
    tri_condition_set(c, TRI_CPU_QUOTA, quota);
    if (on_gpu)
        tri_gpu_begin(c);
    count_processors(&c->begin);
    tri_rapl_read(&c->begin.rapl);
    c->begin.own = own_seconds();
    c->begin.now = tri_now();
}

/* The GPU first, whose clock falls once it has nothing to do. */
void tri_conditions_end(struct tri_conditions *c)
{
    struct tri_counters end = { 0 };
    double quota;
    if (c->on_gpu)
        tri_gpu_end(c);
    end.now = tri_now();
    end.own = own_seconds();
    tri_condition_set(c, TRI_CPU_HZ_END, mean_hz(TRI_CPU_HZ_END));
    tri_rapl_read(&end.rapl);
    count_processors(&end);
    tri_quota_read(&quota, &end.throttled);
    tri_condition_set(c, TRI_SECONDS, end.now - c->begin.now);
    tri_condition_set(c, TRI_CPU_JOULES, tri_rapl_joules(&c->begin.rapl, &end.rapl));
    tri_condition_set(c, TRI_THROTTLED_S, end.throttled - c->begin.throttled);
    compare_processors(c, &end);
}

void tri_measurement_conditions(struct tri_measurement *m, const struct tri_conditions *c)
{
    m->conditions = *c;
    m->conditions.on_gpu = c->on_gpu && m->place == TRI_GPU;
    if (!m->conditions.on_gpu)
        m->conditions.known &= (1u << TRI_GPU_HZ_BEGIN) - 1;
}

/* ---- Energy of runs ---- */

static const double BRIEF_FOR_CPU = 0.05, BRIEF_FOR_GPU = 1; /* seconds: shorter is too short */

void tri_energy_begin(struct tri_energy *n, bool on_gpu)
{
    n->on_gpu = on_gpu;
    n->begin.gpu_joules = on_gpu ? tri_gpu_joules() : (double)NAN;
    tri_rapl_read(&n->begin.rapl);
    if (on_gpu)
        tri_gpu_use_begin();
    n->begin.now = tri_now();
}

void tri_energy_end(struct tri_energy *n, size_t runs)
{
    struct tri_rapl end;
    n->seconds += tri_now() - n->begin.now;
    double gpu = n->on_gpu ? tri_gpu_joules() - n->begin.gpu_joules : (double)NAN;
    tri_rapl_read(&end);
    if (n->on_gpu && !tri_gpu_use_end(&n->use))
        n->use = (struct tri_gpu_use){ 0 };
    n->runs += runs;
    n->gpu_joules += gpu;
    n->cpu_joules += tri_rapl_joules(&n->begin.rapl, &end);
}

double tri_joules_a_run(const struct tri_energy *n, enum tri_condition which)
{
    const bool gpu = which == TRI_GPU_JOULES;
    const double joules = gpu ? n->gpu_joules : n->cpu_joules,
                 least = gpu ? BRIEF_FOR_GPU : BRIEF_FOR_CPU;
    if (n->runs == 0)
        return (double)NAN;
    if (isnan(joules) || n->seconds >= least)
        return joules / (double)n->runs;
    tri_condition_lacks(which, "the runs took less than %g s", least);
    return (double)NAN;
}
