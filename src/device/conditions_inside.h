/* What the files of conditions*.c and rapl.c share. */
#pragma once

#include "conditions.h"

/* Keeps the reason why a condition cannot be read; a NULL format: it can. */
void tri_condition_lacks(enum tri_condition, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* False: it cannot be read, which is kept as the reason for TRI_CPU_JOULES. */
bool tri_rapl_read(struct tri_rapl *);
double tri_rapl_joules(const struct tri_rapl *begin, const struct tri_rapl *end);

/* The control group's quota in processors, and the seconds that it was throttled; NaN: not known, or none. */
void tri_quota_read(double *processors, double *throttled);

/* The GPU's counter of energy; NaN: not known. */
double tri_gpu_joules(void);

/* The GPU's part of a begin and of an end. */
void tri_gpu_begin(struct tri_conditions *);
void tri_gpu_end(struct tri_conditions *);

/* What runs make of the GPU from here on, and what they have made of it; false: not known. */
void tri_gpu_use_begin(void);
bool tri_gpu_use_end(struct tri_gpu_use *);

/* NVML's nvmlGpmMetricsGet_t, of version 1: what was between two samples, in percent. */
struct tri_gpm {
    unsigned version, n;
    void *from, *to;
    struct {
        unsigned id;
        int error;
        double percent;
        char *name, *long_name, *unit;
    } of[512]; /* NVML's has fewer, and it is given n of them */
};

/* The functions of libnvidia-ml.so.1 that are used; they return 0 or an error.  NULL: this library has none. */
struct tri_nvml {
    int (*init)(void);
    int (*device_at)(const char *bus, void **device);
    int (*clock)(void *device, int kind, unsigned *megahertz);
    int (*max_clock)(void *device, int kind, unsigned *megahertz);
    int (*reasons)(void *device, unsigned long long *bits);
    int (*temperature)(void *device, int sensor, unsigned *celsius);
    int (*power)(void *device, unsigned *milliwatts);
    int (*energy)(void *device, unsigned long long *millijoules);
    int (*new_sample)(void **sample);
    int (*take_sample)(void *device, void *sample);
    int (*between)(struct tri_gpm *);
    const char *(*error)(int error);
};

/* This library, and the GPU at this address of the bus; NULL: the real ones.  For tests. */
void tri_nvml_use(const struct tri_nvml *, const char *bus);

/* The reasons in words: "power cap, thermal (hardware)"; "none". */
void tri_throttle_words(unsigned long long bits, char *text, size_t size);
