/*
 * The parts of tri_ceiling() and tri_ceiling_for():
 *
 *     chains/ceiling.c  floating-point arithmetic, compiled for each precision
 *     ceiling_cpu.c     the CPU's integers, memory and caches
 *     ceiling_gpu.c     the same for OpenMP's device
 *     ceiling_bus.c     the bus between them
 *     steps.c           steps that wait for each other, whose cycles are known
 *     trials.c          how often and how long each is measured, and with how many teams
 *     known.c           puts them together, keeps results, has them measured again
 *     roof.c            which of them limits a given work
 *
 * Rates are the best that the hardware does.  TRI_OFFLOAD means OpenMP's default device, whatever it is;
 * every other path means the CPU, with the vectors that the path uses.
 */
#pragma once

#include "ceilings.h"

/* The seconds that so many rounds of something take. */
typedef double tri_trial_fn(const void *what, ptrdiff_t rounds);

/* The best of TRI_TRIALS trials, each long enough for the clock's resolution and the start-up cost. */
enum { TRI_TRIALS = 15 };
double tri_rounds_per_second(tri_trial_fn *, const void *what, double long_enough);

/* Seconds.  CPU threads read the clock themselves, after a barrier; starting a GPU's region takes a hundredth of
 * the time given for GPUs. */
#define TRI_LONG_FOR_CPU 1e-3
#define TRI_LONG_FOR_GPU 4e-3

/* Chains of one kind of floating-point instructions, or of two in turn. */
enum tri_chain {
    TRI_CHAIN_FMA,
    TRI_CHAIN_ADDITIONS,
    TRI_CHAIN_COMPARISONS, /* with as many additions */
    TRI_CHAIN_MIXED,       /* fma with as many additions */
    TRI_CHAIN_KINDS
};

/* Instructions a second, counted per lane. */
double tri_chain_rate_float(enum tri_chain, enum tri_path, int threads);
double tri_chain_rate_double(enum tri_chain, enum tri_path, int threads);

/* Integer instructions a second, counted for each 32 bits of their operands. */
double tri_cpu_integer_rate(enum tri_path, int threads);
double tri_gpu_integer_rate(void);

/* Fma in double a second that the tensor cores of a device do; 0: there are none. */
double tri_gpu_tensor_rate(void);

/* Bytes a second in two arrays of so many bytes together: copied (read and written), and only read. */
struct tri_bandwidth {
    double copied, read;
};
bool tri_cpu_bandwidth(enum tri_path, int threads, size_t footprint, struct tri_bandwidth *);
bool tri_gpu_bandwidth(size_t footprint, struct tri_bandwidth *);

/* The number of teams to ask a device for if the work has so many pieces. */
int tri_ceiling_teams(ptrdiff_t pieces);

/* Bytes a second that the threads of a device load from team memory.  0 if threads are warps: GCC keeps no arrays
 * there, and has at most 32 threads in a team. */
double tri_gpu_team_rate(void);

/* Bytes a second to a device and back, with pinned host memory; false: there is no bus. */
struct tri_bus {
    double to, from;
};
bool tri_gpu_bus(struct tri_bus *);

/* Seconds of one step, each of which needs the result of the one before: an addition of integers, and a multiplication of doubles,
 * on a core; an fma of float on a GPU. */
enum tri_step { TRI_STEP_ADDITION, TRI_STEP_MULTIPLICATION };
double tri_cpu_step_seconds(enum tri_step);
double tri_gpu_step_seconds(void);

/* Bytes that a copy within a device's memory reads and writes a second, of so many that are copied; NaN: there is no memory for it. */
double tri_gpu_copied(size_t bytes);

/* The functions that measure; a test replaces them.  Those of TRI_OFFLOAD are a GPU's. */
struct tri_ceiling_source {
    double (*chain)(enum tri_chain, enum tri_path, enum tri_precision, int threads);
    double (*integers)(enum tri_path, int threads);
    double (*team)(void);
    double (*tensor)(void);
    bool (*bandwidth)(enum tri_path, int threads, size_t footprint, struct tri_bandwidth *);
    bool (*bus)(struct tri_bus *);  /* NULL: there is none */
    double (*clock)(enum tri_path); /* that was held until now, in Hz; 0, or NULL: not known */
    double fresh; /* seconds during which a ceiling is not measured again without a reason */
};
extern const struct tri_ceiling_source *tri_ceiling_source;

/* How often a ceiling that is too low is measured again, at most. */
enum { TRI_AGAIN = 5 };

/* An array of which each thread of a CPU has a part in its L1 cache. */
enum { TRI_NEAREST = 16 << 10 /* bytes of each */ };
