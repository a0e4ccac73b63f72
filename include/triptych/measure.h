/*
 * The harness: contenders and their timing.
 */
#pragma once

#include "conditions.h"
#include "hotspot.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- A launch: how runs are distributed over the hardware ------------------------------------------ */

/* How the iterations of a parallel loop are distributed to the threads of a CPU. */
enum tri_schedule { TRI_USUAL, TRI_STATIC, TRI_DYNAMIC, TRI_GUIDED, TRI_SCHEDULES };

const char *tri_schedule_name(int schedule);

/* How the host waits for an NVIDIA GPU: as the compiler's runtime lets it (LLVM's sleeps until the driver wakes it), or
 * awake, reading a word in memory again and again, as a CUDA program does.  docs/waiting.md has what that gains and costs. */
enum tri_wait {
    TRI_WAIT_USUAL, /* of a run: as its variant says */
    TRI_WAIT_RUNTIME,
    TRI_WAIT_AWAKE,
};

const char *tri_wait_name(int); /* "usual", "runtime", "awake" */

/* From now on the host waits so for all devices, once they have started; TRI_WAIT_USUAL is the runtime's way.  False: there is
 * no NVIDIA GPU whose driver can be told, and nothing has changed.  A run of the library's sets it anew. */
bool tri_device_wait(enum tri_wait);

/* One int for each setting of settings.def; 0: the path, or OpenMP, decides. */
struct tri_launch {
#define SETTING(key, name, max, value, concerns, meaning) int key;
#include "settings.def"
#undef SETTING
};

enum {
    TRI_MAX_THREADS = 1024,
    TRI_MAX_TEAMS = 1 << 20,
    TRI_MAX_TEAM_THREADS = 1024,
    TRI_MAX_DEVICES = 64,
    TRI_MAX_RANKS = 100000,
    TRI_MAX_HALO_ROWS = 1 << 20,
    TRI_USUAL_HALO_ROWS = 104
};

/* The runs that a setting concerns: paths that start threads, offload, paths with variants, and a case divided
 * among devices or ranks. */
enum tri_concern { TRI_OF_THREADS, TRI_OF_OFFLOAD, TRI_OF_VARIANTS, TRI_OF_PARTS };

/* A line of settings.def. */
struct tri_setting {
    const char *key, *name;    /* in rows; on command lines */
    size_t place;              /* of its int in struct tri_launch */
    int max;                   /* a value is an integer from 1 to this */
    const char *(*value)(int); /* of a choice: the names of these integers; NULL: it is a number */
    enum tri_concern concerns;
    const char *meaning;
};

/* Setting number i, NULL after the last; the one of that name; its int in a launch. */
const struct tri_setting *tri_setting_at(size_t i);
const struct tri_setting *tri_setting_named(const char *name, size_t length);
int *tri_setting_in(struct tri_launch *, const struct tri_setting *);

/* Name number i of those that no parameter may have: a setting, or path, variant or precision.  NULL
 * after the last. */
const char *tri_name_of_runs(size_t i);

/* Another table, whose last .key is NULL; NULL: that of settings.def.  For tests. */
void tri_settings_use(const struct tri_setting *);

/* Chooses the devices for launches, by OpenMP's numbers, which have to be different; n == 0: all of them, in
 * order, which is the default. */
void tri_devices_choose(const int *device, size_t n);

/* OpenMP's number of the i-th of them. */
int tri_chosen_device(size_t i);

/* tri_case_run() with a launch. */
bool tri_case_launch(struct tri_case *, enum tri_path, const struct tri_launch *,
                     struct tri_error *e);

/* For a program that calls a path's function itself: until the next call, its loops with schedule(runtime) and its teams are
 * as the launch says (NULL: zeros), and OpenMP's threads if it says how many.  Without a call, such loops have OpenMP's
 * default. */
void tri_launch_path(const struct tri_launch *);

/* How the host is to wait for a path of a variant: as the launch says, else as the variant does; NULL: for a peer, as in a
 * CUDA program. */
enum tri_wait tri_wait_of(const struct tri_launch *, enum tri_path, const struct tri_variant *);

/* tri_launch_path() for a path of a variant, NULL: of a peer, with that way to wait.  False, with the cause, if a parallel region of the CPU does not get its threads. */
bool tri_launch_variant(const struct tri_launch *, enum tri_path, const struct tri_variant *,
                        struct tri_error *e);

/* ---- Ranks: processes that an MPI launcher has started together ---------------------------------- */

/* To be called before anything else: starts MPI where a launcher has started the program, else nothing.  False, with the
 * cause, where there are several and MPI cannot be had.  `program`, which has to outlive all, is what lines begin with. */
bool tri_ranks_start(const char *program, struct tri_error *e);

/* May be called before that: whether a launcher has started this process; then also how many there are, and which this is. */
bool tri_ranks_launched(int *ranks, int *rank);

/* By all but rank 0, once MPI has started: does what rank 0 asks for, until rank 0 stops. */
void tri_ranks_serve(void);

/* By rank 0, at the end. */
void tri_ranks_stop(void);

int tri_rank(void);
int tri_ranks(void);         /* 1 without MPI */
int tri_ranks_of_node(void); /* on this machine */
int tri_ranks_nodes(int n);  /* on how many machines the first n are */

/* Where rank number `rank` has computed its part of the last case: the machine, and the device (NULL: the CPU).  False: it
 * had no part. */
bool tri_rank_device(int rank, const char **host, const char **device, int *number);

/* How halos travel between ranks: through the host's memory, or from device to device, where the MPI says that it can. */
enum tri_halo_way { TRI_HALO_AUTO, TRI_HALO_STAGED, TRI_HALO_DIRECT, TRI_HALO_WAYS };

const char *tri_halo_way_name(enum tri_halo_way);
bool tri_ranks_choose_way(enum tri_halo_way, struct tri_error *e);
const char *tri_ranks_way(void); /* what comes of that: "staged" or "direct" */

/* ---- The device -------------------------------------------------------------------------------- */

/* The time to start it: that of the libraries before main(), where some runtimes do it, and of the probe. */
double tri_device_start_seconds(void);

/* Whether there is a GPU that could not be started, for example since others use all of its memory; *why is the error then. */
bool tri_device_is_broken(struct tri_error *why);
int tri_device_number(void); /* which of the driver's GPUs is OpenMP's default device, from 0 */

/* How the host waits for the GPU, as the driver says: "awake" or "asleep"; NULL: there is no NVIDIA GPU, or none has
 * started. */
const char *tri_device_waited(void);

/* Where a region runs, even if the runtime reports no device; and what tri_device_place() says of that from then on. */
enum tri_place tri_device_probe(void);
void tri_device_set_place(enum tri_place);

/* The data environment of a case: after enter, the map clauses of its offload path copy nothing. */
bool tri_device_enter(struct tri_case *, struct tri_error *e);
void tri_device_exit(struct tri_case *); /* copies the outputs back */

/* Whether the device has memory for the operands, by allocating and freeing it: some runtimes end the process
 * if a mapping does not fit.  Enter calls this itself. */
bool tri_device_has_room(const struct tri_case *, struct tri_error *e);

/* The two parts of enter: allocation of the operands, which have to fit, and
 * copies of those that are read. */
bool tri_device_allocate(struct tri_case *, struct tri_error *e);
void tri_device_send(struct tri_case *);

/* Copies the outputs and .ran_on back, of data that stay there.  False if the run was not on a device. */
bool tri_device_receive(struct tri_case *, struct tri_error *e);

/* The command that starts one of the package's programs, "triptych doctor", as a shell finds it: with its folder if that is not
 * in PATH.  The text is returned; TRI_COMMAND characters are enough for it. */
enum { TRI_COMMAND = 240 };
const char *tri_command(const char *program, char *text, size_t size);

/* Makes a fatal error of the offload runtime end the process like any other failure: with one
 * line and status 1 instead of an abort.  An abort while the device is not in use stays an abort. */
void tri_device_guard(const char *program);

/* Called around other uses of the device than by the functions above; uses may nest. */
void tri_device_begin(void);
void tri_device_end(void);

/* ---- The machine ----------------------------------------------------------------------------- */

const char *tri_cpu_name(void);
const char *tri_intrinsics(void);    /* what does those of path avx2: AVX2, SIMDe on NEON */
int tri_cpu_cores(void);             /* physical cores this process may use */
size_t tri_cpu_cache_bytes(void);    /* of the last level, all together; 0: unknown */
size_t tri_device_cache_bytes(void); /* the same of a GPU, or of the CPU with the host plugin */
size_t tri_memory_bytes(void);       /* main memory that this process can still allocate */

/* ---- Host memory ------------------------------------------------------------------------------ */

/* The host memory of operands: pageable, which a driver copies to a staging buffer first,
 * or pinned (page-locked), which the device reads by DMA. */
enum tri_host_memory { TRI_PAGEABLE, TRI_PINNED, TRI_HOST_MEMORIES };

const char *tri_host_memory_name(enum tri_host_memory); /* "pageable", "pinned" */

/* How a runtime pins memory. */
struct tri_pinning {
    bool (*available)(
        struct tri_error *);         /* if not, says why in a line; the device has to be started */
    void *(*allocate)(size_t bytes); /* NULL: not enough */
    void (*release)(void *);
};

extern const struct tri_pinning tri_device_pinning; /* that of OpenMP's device */

/* For what is copied to a device and from it in pieces: that of the device, or ordinary memory if it has none. */
const struct tri_pinning *tri_staging_memory(void);

/* *pinned is the case with all its operands in pinned memory.  tri_case_unpin() copies its results back and frees
 * that memory. */
bool tri_case_pin(const struct tri_case *, const struct tri_pinning *, struct tri_case *pinned,
                  struct tri_error *e);
void tri_case_unpin(struct tri_case *pinned, const struct tri_pinning *, struct tri_case *);

/* ---- Measurement ----------------------------------------------------------------------------- */

enum { TRI_MAX_REPS = 1000 };

/* Seconds of each repetition, TRI_MAX_REPS at most. */
struct tri_times {
    size_t n;
    double *all; /* of tri_times_add(), if they are to be added to or freed */
};

/* False: there is no memory for one more, or there are TRI_MAX_REPS; *e, unless NULL, says so. */
bool tri_times_add(struct tri_times *, double seconds, struct tri_error *e);

/* It has none then. */
void tri_times_free(struct tri_times *);

double tri_min(const struct tri_times *);
double tri_median(const struct tri_times *);
double tri_max(const struct tri_times *);

/* A median, or a ratio, and its 95 % interval; NaN: there are too few values for one. */
struct tri_interval {
    double middle, low, high;
};

/* The sign test's interval of the median.  A value is below the median with probability 1/2, so the number of values below it
 * is binomial: fewer than k of n are below with probability sum C(n, i) / 2^n, i < k.  An outlier counts as one value, however
 * large it is.  See Le Boudec, Performance Evaluation of Computer and Communication Systems (2010), chapter 2; for times of
 * programs, Hoefler and Belli, Scientific Benchmarking of Parallel Computing Systems (SC 2015). */
struct tri_interval tri_interval(const struct tri_times *);

/* The interval of n sorted values is from number k to number n + 1 - k, counted from 1; 0: there is none. */
size_t tri_interval_rank(size_t n);

/* How far an end is from the middle at most, in relation to it. */
double tri_interval_width(const struct tri_interval *);

/* a's time / b's.  In the same rounds: the median of the ratios of each round; else of the medians, between the ratios of opposite
 * ends. */
struct tri_interval tri_ratio(const struct tri_times *a, const struct tri_times *b,
                              bool same_rounds);

double tri_now(void); /* seconds of a monotonic clock */

#define TRI_USUAL_SECONDS 3.0
#define TRI_BRIEF_SECONDS 0.3
#define TRI_USUAL_GOAL 0.01

/* Another process that measures the same: its rounds and those of this one are in turns. */
struct tri_beside {
    unsigned long long (*rounds)(void); /* the number of the next rounds, the same in both */
    void (*wait)(bool done);            /* called after each round, and when all have been timed */
};

/* How long a contender is timed: until there are ten samples, and either half a second of timed runs with an interval of
 * their median within `goal`, or `seconds` are over. */
struct tri_effort {
    size_t reps;    /* instead: so many samples, of one run each; TRI_MAX_REPS at most */
    double seconds; /* 0: TRI_USUAL_SECONDS, or TRI_BRIEF_SECONDS */
    double goal;    /* 0: TRI_USUAL_GOAL */
    bool brief; /* only the kernel's time; the first run is enough if it takes longer than that */
    struct tri_launch launch; /* with the number of threads of CPU paths */
    void (*progress)(const char *what, size_t done, size_t of); /* may be NULL */
    const struct tri_beside *beside;                            /* NULL: none */
};

/* A memory space: where a contender's data are while it runs, if not in the case's own memory. */
struct tri_memory_space {
    /* Prepares it, once per process.  False, with the reason, if nothing can run there. */
    bool (*start)(struct tri_error *);
    double (*start_seconds)(void); /* the time of that */
    const char *(*device)(void);   /* its name, such as "NVIDIA H100 80GB HBM3" */
    /* Allocates the operands there, for runs of this launch, and copies those that are read (and the
     * outputs, if requested).  *there is the case with that memory. */
    bool (*enter)(const struct tri_case *, const struct tri_launch *, bool outputs,
                  struct tri_case *there, struct tri_error *);
    /* Copies the outputs and .ran_on back and frees the memory; reports any error since
     * enter. */
    bool (*leave)(struct tri_case *there, struct tri_case *, struct tri_error *);
    bool
        maps_by_itself; /* a run without enter and leave allocates and copies by itself, as map clauses do */
    /* Whether such a run has enough memory, if it would end the process otherwise; NULL: it would not. */
    bool (*has_room)(const struct tri_case *, struct tri_error *);
    const struct tri_pinning *pinning; /* NULL: it cannot pin memory */
    /* Copies the operands there once more, as they are on the host, and the outputs, too; NULL: it has to be entered anew. */
    void (*send)(const struct tri_case *there);
};

/* The data environment of OpenMP's default device. */
extern const struct tri_memory_space tri_device_memory_space;

/* The memories of several devices, as many as the launch says, each with a part of the case; and the function that runs
 * the offload path of the case's variant there. */
extern const struct tri_memory_space tri_parts_memory_space;
void tri_parts_run(const struct tri_case *there);

/* That of ranks, as many as the launch says, for a path. */
const struct tri_memory_space *tri_ranks_memory_space(enum tri_path);
void tri_ranks_order_run(const struct tri_case *there);

/* What can be measured: a path of a hotspot, or a peer, an implementation that one would use instead. */
struct tri_contender {
    const char *peer;                  /* its name; NULL: the path itself */
    const struct tri_variant *variant; /* of the path; NULL for a peer */
    enum tri_path path;                /* the path, or the one whose hardware the peer uses */
    int threads;                       /* 0: as many as requested */
    bool follows;                      /* it honours launch settings, as its hotspot does */
    bool as_tuned;                     /* a peer with the work of the last variant */
    /* Of a peer that does not do the hotspot's: NULL, otherwise. */
    struct tri_work (*work)(const struct tri_case *);
    bool may_differ; /* from the reference, since it rounds differently */
    double (*within)(
        const struct tri_case *);             /* if so, by at most so many ULPs; NULL: any number */
    double (*apart)(const struct tri_case *); /* and by at most so much; NULL: any difference */
    tri_path_fn *run;                         /* NULL: there is none */
    const struct tri_memory_space *memory_space; /* NULL: the case's own memory */
    enum tri_host_memory host_memory;            /* that its memory space copies from and to */
    bool
        by_itself; /* with nothing resident: each run copies what its map clauses say, and that is in its time */
    struct tri_launch launch;
};

/* For reference and origin, `variant` may be NULL. */
struct tri_contender tri_path_contender(const struct tri_hotspot *, const struct tri_variant *,
                                        enum tri_path);

/* Whether there are as many devices as the launch says, and the variant's offload path can divide the
 * case among them. */
bool tri_devices_available(const struct tri_case *, const struct tri_variant *,
                           const struct tri_launch *, struct tri_error *e);

/* The same of ranks, whatever the path. */
bool tri_ranks_available(const struct tri_case *, const struct tri_variant *, enum tri_path,
                         const struct tri_launch *, struct tri_error *e);

/* The same contender with this launch: on several devices or ranks, if it says so. */
struct tri_contender tri_on_devices(const struct tri_contender *, const struct tri_launch *);

/* Whether a difference from the reference is allowed for the contender. */
bool tri_contender_agrees(const struct tri_contender *, const struct tri_case *reference,
                          const struct tri_difference *);

/* Whether the hotspot has it and it can run here; if not, *e says why in one line. */
bool tri_available(const struct tri_contender *, const struct tri_hotspot *, struct tri_error *e);

/* Whether its kind of host memory is available, once its memory space has started. */
bool tri_has_host_memory(const struct tri_contender *, struct tri_error *e);

/* Copies from a device to another one, and to the host's memory: bytes per second.  0: not measured. */
struct tri_copies {
    double between, to_host;
};

/* Measures them where they are first asked for.  False: there is no memory for it. */
bool tri_device_copies(int to, int from, struct tri_copies *);

/* Whether copies between devices are too fast to go through the host. */
bool tri_copies_direct(const struct tri_copies *);

/* What several devices, or ranks, gain over one; 0: not known, since one was not measured in the same run. */
struct tri_scaling {
    double t1; /* seconds: the median of `kernel` on one; in weak scaling, of its smaller case */
    double efficiency; /* the work per second of each, in relation to that of one alone */
};

struct tri_measurement {
    const char *peer;    /* NULL: the path was measured; else the peer, which uses its hardware */
    const char *variant; /* of the path; NULL for a peer, the reference and the origin */
    enum tri_path path;
    struct tri_launch launch; /* its threads: 1 for the reference and the origin */
    enum tri_place place;
    const char *device; /* NULL: the CPU */
    const char *waited; /* the host, for the GPU: as tri_device_waited() says */
    enum tri_host_memory host_memory;
    double bytes_in, bytes_out;       /* that map_in and map_out copy; 0: nothing */
    struct tri_difference difference; /* from the reference's output */
    bool agrees;                      /* whether that is allowed for the contender */
    struct tri_work work;
    double cold;               /* a first run, and the start of its device */
    struct tri_times kernel;   /* data resident; of each round, the median of */
    size_t runs;               /* so many runs */
    unsigned long long rounds; /* which rounds: rows of the same number took turns; 0: none */
    struct tri_times map_in, map_out, total; /* n == 0 if nothing is mapped */
    struct tri_times
        on_device; /* of the kernels of single runs, by the GPU's clock; n == 0: not known */
    double halo; /* seconds of `kernel` in which devices exchanged halos, in the last repetition */
    struct tri_copies copies; /* of these, between the two devices where they are slowest */
    struct tri_scaling scaling;
    double
        clock; /* of the GPU in its runs, in Hz, by tri_gpu_clock_now() right after them; 0: not known */
    struct tri_energy energy; /* of runs of `kernel` */
    struct tri_conditions conditions;
};

/* Its times.  It can be measured again then. */
void tri_measurement_free(struct tri_measurement *);

/* Notes under which conditions it was measured; those of a GPU only if it ran on one. */
void tri_measurement_conditions(struct tri_measurement *, const struct tri_conditions *);

/* Fills in what is known before the measurement: the contender, its threads, its launch.  What *m had is not freed. */
void tri_plan(const struct tri_contender *, const struct tri_effort *, struct tri_measurement *);

/* Why the last measurement on a GPU has no times by its clock; NULL: it has, or there was none. */
const char *tri_device_time_problem(void);

/* Whether two were measured in turns. */
bool tri_same_rounds(const struct tri_measurement *, const struct tri_measurement *);

/* A contender that is being measured. */
struct tri_entrant {
    struct tri_case *c; /* several may have the same */
    const struct tri_case *reference;
    struct tri_contender who;
    struct tri_effort effort;
    struct tri_measurement *m;
    bool failed; /* in a turn: */
    struct tri_error error;
    /* What the functions below keep here: */
    bool enough, is_pinned, updates;
    struct tri_case pinned;
    void *original[TRI_SLOTS]; /* what runs update */
    double one;                /* seconds: of a first run */
    double in, out;            /* of the last copies there and back */
    double timed, spent;       /* of all timed runs; of all turns */
    size_t clocks;             /* how often m->clock was asked for */
};

/* Fills in *m as tri_plan() does.  It is to be freed once it has been measured, also after a failure. */
struct tri_entrant tri_entrant(struct tri_case *, const struct tri_contender *,
                               const struct tri_case *reference, const struct tri_effort *,
                               struct tri_measurement *m);

/* Gives its case the scratch of its variant. */
bool tri_entrant_choose(struct tri_entrant *, struct tri_error *e);

/* Runs it cold, and compares its output with `reference`, which has the same parameters.  A difference is not an error: it is
 * in m->difference. */
bool tri_measure_first(struct tri_entrant *, struct tri_error *e);

/* Then all take turns until each has been timed long enough.  An entrant that fails is left out from then on. */
void tri_measure_rounds(struct tri_entrant *const *, size_t n);

/* Frees what it keeps; also after a failure. */
void tri_measure_end(struct tri_entrant *);

/* All of that for one.  *m is to be freed, also after a failure. */
bool tri_measure(struct tri_case *, const struct tri_contender *, const struct tri_case *reference,
                 const struct tri_effort *, struct tri_measurement *m, struct tri_error *e);

/* Seconds of one complete run over poisoned outputs, in the case's memory even if the contender has a memory space, plus those of
 * the start of its device.  A process starts it once, but that time is included for each run. */
bool tri_measure_cold(struct tri_case *, const struct tri_contender *, double *seconds,
                      struct tri_error *e);

/* Runs the contender for so many seconds, or `reps` times if that is not 0, data resident. */
bool tri_measure_energy(struct tri_case *, const struct tri_contender *, const struct tri_launch *,
                        size_t reps, double seconds, struct tri_energy *, struct tri_error *e);

/* ---- Names ----------------------------------------------------------------------------------- */

/* The name most similar to `word`, or NULL if none is similar; `name(i, data)` is NULL after the last. */
const char *tri_nearest(const char *word, const char *(*name)(size_t i, const void *data),
                        const void *data);

#ifdef __cplusplus
}
#endif
