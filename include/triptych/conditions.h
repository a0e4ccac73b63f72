/*
 * What a measurement was made under: the load of the machine, the clocks, and the energy that it took.
 *
 *     struct tri_conditions c;
 *     tri_conditions_begin(&c, true);    once everything is warm
 *     ...                                what is measured; tri_gpu_clock_now() after each batch of runs
 *     tri_conditions_end(&c);            while the clocks are still those of the runs
 *
 * What cannot be read is not known, and tri_condition_problem() has the reason.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum tri_condition {
    TRI_SECONDS,   /* between begin and end */
    TRI_LOAD_1MIN, /* the load average at the beginning, of the last minute; this process is in it */
    TRI_RUNNABLE, /* threads that ran or waited for a processor at the beginning, this one among them */
    TRI_OTHERS_BUSY,  /* of the processors that we may use, how many other processes kept busy */
    TRI_STEAL_SHARE,  /* of their time, the share that the hypervisor gave to other machines */
    TRI_CPU_QUOTA,    /* processors that the control group may use at most */
    TRI_THROTTLED_S,  /* seconds that it was stopped, because it had used its quota */
    TRI_GOVERNOR,     /* a text */
    TRI_CPU_HZ_BEGIN, /* the mean of our processors, at most 16 of them */
    TRI_CPU_HZ_END,
    TRI_CPU_JOULES, /* of all processors of the machine, and their memory */
    TRI_GPU_HZ_BEGIN,
    TRI_GPU_HZ_END,
    TRI_GPU_MAX_HZ,
    TRI_GPU_THROTTLE, /* a text: why its clock is held down, "none" */
    TRI_GPU_CELSIUS,  /* at the end */
    TRI_GPU_WATTS,
    TRI_GPU_JOULES,
    TRI_CONDITIONS
};

/* Its key in rows: "load_1min". */
const char *tri_condition_key(enum tri_condition);

enum { TRI_RAPL_ZONES = 16 };

/* The counters of energy of the processors and their memory, each with the value at which it begins anew. */
struct tri_rapl {
    size_t n;
    double joules[TRI_RAPL_ZONES], range[TRI_RAPL_ZONES];
};

/* Counters, of which differences say something. */
struct tri_counters {
    double now, own;              /* seconds: the time, and what this process has computed */
    double busy, stolen, all;     /* seconds of our processors; all == 0: not known */
    double throttled, gpu_joules; /* NaN: not known */
    struct tri_rapl rapl;         /* .n == 0: not known */
};

/* All zeros: nothing is known. */
struct tri_conditions {
    bool on_gpu;
    unsigned known; /* a bit for each condition */
    double value[TRI_CONDITIONS];
    char governor[24], throttle[160];
    struct tri_counters begin;
};

/* `on_gpu`: those of OpenMP's default device, too.  Either takes below 5 ms but for the first begin with a GPU, which starts NVML. */
void tri_conditions_begin(struct tri_conditions *, bool on_gpu);
void tri_conditions_end(struct tri_conditions *);

bool tri_condition_known(const struct tri_conditions *, enum tri_condition);

/* Sets one, as rows that are read back do; a text is of the governor or of the throttle reasons. */
void tri_condition_set(struct tri_conditions *, enum tri_condition, double);
void tri_condition_set_text(struct tri_conditions *, enum tri_condition, const char *);

/* NULL if it is a number, or not known. */
const char *tri_condition_text(const struct tri_conditions *, enum tri_condition);

/* Why this process could not read it the last time; NULL: it could, or nobody has asked. */
const char *tri_condition_problem(enum tri_condition);

enum { TRI_FAULTS = 6, TRI_FAULT_LENGTH = 200 };

/* Whether there is this fault of them, from 0 to TRI_FAULTS - 1, and what it is, in plain words.  `clock`: that which a run held,
 * or 0. */
bool tri_conditions_fault(const struct tri_conditions *, double clock, int fault,
                          char text[TRI_FAULT_LENGTH]);

/* The clock of the default device's multiprocessors now, in Hz; 0: not known.  Right after a run it is still the one that the run
 * held.  Why it is held down is remembered for tri_conditions_end(). */
double tri_gpu_clock_now(void);

/* What runs made of a GPU, by counters of its own that NVML reads (GPM; Hopper and later).  All zeros: not known. */
struct tri_gpu_use {
    double busy;   /* of the time, in which a multiprocessor had a warp: the mean of all */
    double warps;  /* of those that it can hold, while it had one: the occupancy that was reached */
    double memory; /* of the bandwidth of the GPU's memory */
};

/* The energy of runs: begin, the runs, end, as often as there are batches of them.  All zeros: no batch yet. */
struct tri_energy {
    bool on_gpu;
    size_t runs;
    double seconds;
    double cpu_joules, gpu_joules; /* that counters have counted; NaN: they cannot be read */
    struct tri_gpu_use use;        /* in the last batch */
    struct tri_counters begin;
};

void tri_energy_begin(struct tri_energy *, bool on_gpu);
void tri_energy_end(struct tri_energy *, size_t runs);

/* TRI_CPU_JOULES or TRI_GPU_JOULES of a run.  Counters advance in steps, so all batches together have to take a twentieth of a
 * second on a CPU, and a second on a GPU.  NaN: not known; tri_condition_problem() says why. */
double tri_joules_a_run(const struct tri_energy *, enum tri_condition);

/* The folder that has /proc and /sys, "" by default; for tests. */
void tri_conditions_root(const char *);

#ifdef __cplusplus
}
#endif
