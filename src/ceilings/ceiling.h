/*
 * What tri_ceiling() and tri_ceiling_for() are made of:
 *
 *     chains/ceiling.c  floating-point arithmetic, compiled for each precision
 *     ceiling_cpu.c     the CPU's integers, memory and caches
 *     ceiling_gpu.c     the same of OpenMP's device
 *     ceiling_bus.c     the way between them
 *     trials.c          how often and how long
 *     known.c           puts them together, keeps them, has them measured again; how many teams
 *     roof.c            which of them binds
 *
 * Rates are those of the hardware at its best.  TRI_OFFLOAD is OpenMP's default device, whatever that is;
 * every other path is the CPU with the vectors that the path uses.
 */
#ifndef TRI_CEILING_H
#define TRI_CEILING_H

#include "triptych.h"

/* Seconds that so many rounds of something take. */
typedef double tri_trial_fn(const void *what, ptrdiff_t rounds);

/* At best, of TRI_TRIALS trials that are long enough for the clock and for what starts them. */
enum { TRI_TRIALS = 15 };
double tri_rounds_per_second(tri_trial_fn *, const void *what, double long_enough);

/* Seconds.  Threads look at the clock themselves, once all are there; a GPU's region takes a hundredth of
 * the other to start. */
#define TRI_LONG_FOR_CPU 1e-3
#define TRI_LONG_FOR_GPU 4e-3

/* Chains of one kind of floating-point instructions, or of two in turn. */
enum tri_chain {
    TRI_CHAIN_FMA,
    TRI_CHAIN_ADDITIONS,
    TRI_CHAIN_COMPARISONS, /* beside as many additions */
    TRI_CHAIN_MIXED,       /* fma beside as many additions */
    TRI_CHAIN_KINDS
};

/* Instructions a second, counted per lane. */
double tri_chain_rate_float(enum tri_chain, enum tri_path, int threads);
double tri_chain_rate_double(enum tri_chain, enum tri_path, int threads);

/* Integer instructions a second, counted per 32 bits of what they work on. */
double tri_cpu_integer_rate(enum tri_path, int threads);
double tri_gpu_integer_rate(void);

/* Bytes a second in two arrays, of so many bytes together: read and written, and only read. */
struct tri_bandwidth {
    double copied, read;
};
bool tri_cpu_bandwidth(enum tri_path, int threads, size_t footprint, struct tri_bandwidth *);
bool tri_gpu_bandwidth(size_t footprint, struct tri_bandwidth *);

/* Teams to ask a device for when the work falls into so many pieces. */
int tri_ceiling_teams(ptrdiff_t pieces);

/* Bytes a second that the threads of a device load from team memory; 0 where threads are warps: GCC has no
 * arrays there, nor 256 threads in a team. */
double tri_gpu_team_rate(void);

/* Bytes a second to a device and back, from pinned memory of the host and to it; false: there is none. */
struct tri_bus {
    double to, from;
};
bool tri_gpu_bus(struct tri_bus *);

/* What measures all that; a test puts another in its place.  Of a path that is TRI_OFFLOAD, a GPU's. */
struct tri_ceiling_source {
    double (*chain)(enum tri_chain, enum tri_path, enum tri_precision, int threads);
    double (*integers)(enum tri_path, int threads);
    double (*team)(void);
    bool (*bandwidth)(enum tri_path, int threads, size_t footprint, struct tri_bandwidth *);
    bool (*bus)(struct tri_bus *); /* NULL: there is none */
    double fresh; /* seconds for which a ceiling is not measured again without a reason */
};
extern const struct tri_ceiling_source *tri_ceiling_source;

/* How often a ceiling that is too low is measured again, at most. */
enum { TRI_AGAIN = 5 };

/* Of an array that all threads of a CPU have a part of in their nearest caches. */
enum { TRI_NEAREST = 16 << 10 /* bytes of each */ };

#endif
