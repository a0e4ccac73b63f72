/*
 * doctor: why did it not run on my GPU?
 *
 * It works in three steps.  Facts are collected (doctor_facts.c, and doctor_probe.c by a region in a separate
 * process); tables of known problems turn them into findings (doctor_gpu.c, doctor_runtime.c) and a verdict
 * (doctor_traps.c); all of it is printed (doctor.c).  Findings depend only on
 * the facts, so that tests can describe any machine.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "feature.h"
#include "images.h"
#include "nvidia.h"
#include "request.h"
#include "triptych.h"

/* Prints the report.  Returns the exit status: 0 only if offload works on a GPU, or on the host plugin in a build for that. */
int doctor(bool verbose);

/* ---- The command line --------------------------------------------------------------------------- */

struct doctoring {
    struct request request;
    bool features; /* --features: which OpenMP features work, instead of why offload fails: */
    struct feature_request asked;
    bool form_given;
    bool verbose; /* problems of other builds, too */
    FILE *out;
    bool holes;                     /* something does not */
    const char *file[MAX_COMPARED]; /* --compare: of these files' rows, instead of either */
    size_t files;
};

/* Parses it; opens nothing. */
bool doctor_options(struct doctoring *, int argc, char **argv, struct tri_error *);

/* ---- Facts ------------------------------------------------------------------------------------ */

enum target { TARGET_NONE, TARGET_HOST, TARGET_NVIDIA, TARGET_AMD };

struct build {
    const char *version, *preset, *compiler, *flags, *isa;
    const char *target_name; /* "nvptx sm_80 sm_90" */
    const char *cuda;        /* toolkit of the build, "11.8" or "" */
    const char *memory;      /* nvc's memory mode, or NULL */
    enum target target;
};

enum target target_named(const char *name);

enum { PROBE_LIBRARIES = 16, PROBE_PATH = 160 };

enum probe_stage {
    PROBE_NONE,    /* no sign of life */
    PROBE_STARTED, /* the process has reached main */
    PROBE_ASKED,   /* the driver was queried */
    PROBE_COUNTED, /* the runtime has counted its devices */
    PROBE_DONE,    /* the region is over, wherever it ran */
};

/* What the probing process reports, completely after each stage. */
struct probe_report {
    enum probe_stage stage;
    struct tri_nvidia nvidia;
    int devices;                               /* omp_get_num_devices() */
    int default_device;                        /* omp_get_default_device() */
    enum tri_place place;                      /* where the region ran */
    double seconds;                            /* starting the device, region included */
    char device[96];                           /* tri_device_name() */
    char error[400];                           /* tri_device_start()'s, or "" */
    char plugin[200];                          /* why libgomp's plugin cannot be loaded, or "" */
    char libcuda[200];                         /* why libcuda.so, LLVM's name for it, cannot */
    char library[PROBE_LIBRARIES][PROBE_PATH]; /* OpenMP and GPU runtimes, links resolved */
};

struct probe {
    struct child process;
    struct probe_report report;
};

/* Device files: 0 if it can be opened, else an errno. */
struct device_files {
    int control, memory, kfd; /* /dev/nvidiactl, /dev/nvidia-uvm, /dev/kfd */
    int gpus, denied;         /* /dev/nvidia0, … and how many of them cannot be opened */
    bool wsl;                 /* /dev/dxg: Windows passes the GPU on, without these files */
};

struct facts {
    struct build build;
    struct tri_images images;
    struct tri_nvidia nvidia; /* as the probe reports it */
    struct device_files files;
    const char *const *environment; /* as environ */
    bool flushes_results;           /* denormals, on the host: FTZ */
    bool flushes_operands;          /* DAZ */
    size_t address_space;           /* ulimit -v in bytes; SIZE_MAX: unlimited */
    struct probe probe;
    struct probe clean; /* without the variables of suspects[]; only if `probe` found no GPU and one
                         * of them is set */
};

void collect_facts(struct facts *);

/* The variables that can keep a region off the GPU, NULL after the last. */
extern const char *const suspects[];

/* ---- The probe -------------------------------------------------------------------------------- */

/* The offload runtime may abort, crash or hang, and CUDA does not survive a fork: so a new process
 * of this program runs the region.  This variable tells it where to report. */
#define PROBE_VARIABLE "TRIPTYCH_DOCTOR_REPORT"

/* Runs the probe, in an environment without the variables `without` (may be NULL). */
void run_probe(const char *const *without, struct probe *);

/* The other end, called by doctor() in the new process. */
int probe_process(const char *report);

/* ---- Findings --------------------------------------------------------------------------------- */

/* The builds that a trap applies to. */
enum scope {
    ANY_BUILD,
    ANY_OFFLOAD,
    ANY_GPU,
    NVIDIA_GPU,
    AMD_GPU,
    LLVM_NVIDIA,
    GCC_NVIDIA,
    NVC_NVIDIA,
    SCOPES
};

enum state { FINE, PROBLEM, NOT_APPLICABLE };

struct finding {
    const struct trap *trap;
    enum state state;
    char text[500];
};

struct trap {
    const char *name; /* NULL after the last of a table */
    enum scope scope;
    bool blocks; /* this alone keeps regions off the GPU */
    enum state (*check)(const struct facts *, struct finding *);
    const char *remedy;
    enum probe_stage needs; /* that the probe has reached it: else there is nothing to check */
};

extern const struct trap gpu_traps[], runtime_traps[];
enum { MAX_FINDINGS = 40 };

size_t examine(const struct facts *, struct finding *);

struct verdict {
    int status; /* to exit with */
    char text[600];
    const char *remedy; /* or NULL */
};

void judge(const struct facts *, struct verdict *);

/* Helpers for checks.  say() fills in the text and returns the state. */
enum state say(struct finding *, enum state, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A variable's value, or NULL. */
const char *variable(const struct facts *, const char *name);

/* The loaded library whose file name begins with this, or NULL. */
const char *library(const struct facts *, const char *name);

/* Whether this compiler built the program: "gcc ". */
bool built_by(const struct facts *, const char *compiler);

/* The major version of LLVM's offload runtime, or else of clang; 0: neither. */
int llvm_version(const struct facts *);

bool got_to(const struct facts *, enum probe_stage);
