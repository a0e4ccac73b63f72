/*
 * The harness: contenders, their timing, and the ceilings that their rates are set against.
 */
#ifndef TRIPTYCH_MEASURE_H
#define TRIPTYCH_MEASURE_H

#include "hotspot.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- A launch: how runs are spread over the hardware ------------------------------------------ */

/* How the iterations of a parallel loop are distributed to the threads of a CPU. */
enum tri_schedule { TRI_USUAL, TRI_STATIC, TRI_DYNAMIC, TRI_GUIDED, TRI_SCHEDULES };

const char *tri_schedule_name(enum tri_schedule);

/* Zeros leave it to the path. */
struct tri_launch {
    enum tri_schedule schedule;
    int teams, threads_per_team; /* of a target region on a GPU */
    int devices; /* the first so many of those chosen share the work; 0: the default device alone */
};

enum { TRI_MAX_TEAMS = 1 << 20, TRI_MAX_TEAM_THREADS = 1024, TRI_MAX_DEVICES = 64 };

/* Chooses the devices that launches count, by OpenMP's numbers, which have to be different; n == 0: all there are, in
 * their order, as at first. */
void tri_devices_choose(const int *device, size_t n);

/* Spreads all runs from now on so.  Loops that say schedule(runtime) are OpenMP's own until then: a
 * program calls this, with zeros for dynamic, and sets the number of threads, before it runs a path. */
void tri_launch(struct tri_launch);

/* ---- The device -------------------------------------------------------------------------------- */

/* What starting it took: the libraries before main(), where runtimes hide it, and the probe. */
double tri_device_start_seconds(void);
int tri_device_number(void); /* which of the driver's GPUs is OpenMP's default device, from 0 */

/* Where a region runs, whether the runtime counts a device or not. */
enum tri_place tri_device_probe(void);

/* Data environment of a case: after enter, the map clauses of its offload path move nothing. */
bool tri_device_enter(struct tri_case *, struct tri_error *e);
void tri_device_exit(struct tri_case *); /* copies the outputs back */

/* Whether the device has room for the operands, by asking for it and giving it back: mapping more ends
 * the process in some runtimes.  Enter asks by itself. */
bool tri_device_has_room(const struct tri_case *, struct tri_error *e);

/* The two parts of enter, by themselves: room for the operands, which is to be known before, and
 * values for what is read. */
bool tri_device_allocate(struct tri_case *, struct tri_error *e);
void tri_device_send(struct tri_case *);

/* Copies the outputs and .ran_on back, of data that stay there.  False if the run was not on a device. */
bool tri_device_receive(struct tri_case *, struct tri_error *e);

/* Runs the offload path in such an environment and checks where it ran. */
bool tri_device_run(struct tri_case *, struct tri_error *e);

/* Makes a fatal error of the offload runtime end the process as any other failure does: one clear
 * line and status 1 instead of an abort.  An abort while the device is not in use stays an abort. */
void tri_device_guard(const char *program);

/* Around what uses the device otherwise than by the functions above; uses may nest. */
void tri_device_begin(void);
void tri_device_end(void);

/* ---- The machine ----------------------------------------------------------------------------- */

const char *tri_cpu_name(void);
int tri_cpu_cores(void);             /* physical cores this process may use */
size_t tri_cpu_cache_bytes(void);    /* of the last level, all together; 0: unknown */
size_t tri_device_cache_bytes(void); /* the same of a GPU, or of the CPU that is the device */
size_t tri_memory_bytes(void);       /* main memory that this process can still have */

/* ---- Host memory ------------------------------------------------------------------------------ */

/* Where operands lie on the host: in ordinary pages, which a driver copies to a buffer of its own before a device
 * can have them, or in such as stay where they are, from which the device takes them itself. */
enum tri_host_memory { TRI_PAGEABLE, TRI_PINNED, TRI_HOST_MEMORIES };

const char *tri_host_memory_name(enum tri_host_memory); /* "pageable", "pinned" */

/* How a runtime pins memory. */
struct tri_pinning {
    bool (*available)(struct tri_error *); /* why not, in a line; for a device that has started */
    void *(*allocate)(size_t bytes);       /* NULL: there is not so much */
    void (*release)(void *);
};

extern const struct tri_pinning tri_device_pinning; /* that of OpenMP's */

/* *pinned is the case with all its operands in pinned memory.  tri_case_unpin() takes its results back and gives
 * that memory up. */
bool tri_case_pin(const struct tri_case *, const struct tri_pinning *, struct tri_case *pinned,
                  struct tri_error *e);
void tri_case_unpin(struct tri_case *pinned, const struct tri_pinning *, struct tri_case *);

/* ---- Measurement ----------------------------------------------------------------------------- */

enum { TRI_MAX_REPS = 1000, TRI_MAX_THREADS = 1024 };

/* Seconds of each repetition. */
struct tri_times {
    size_t n;
    double all[TRI_MAX_REPS];
};

double tri_min(const struct tri_times *);
double tri_median(const struct tri_times *);
double tri_max(const struct tri_times *);

double tri_now(void); /* seconds of a monotonic clock */

struct tri_effort {
    size_t reps; /* of each part; 0: ten, fewer (three at least) of what takes long */
    int threads; /* of the CPU paths */
    bool
        brief; /* the kernel's time alone, of repetitions of half a second, or of a checked run that took longer */
    struct tri_launch launch;
    void (*progress)(const char *what, size_t done, size_t of); /* may be NULL */
};

/* Where a contender's data lie while it runs, if not in the case's own memory. */
struct tri_home {
    /* Makes it ready, once a process.  False, with the cause, if nothing can run there. */
    bool (*start)(struct tri_error *);
    double (*start_seconds)(void); /* what that took */
    const char *(*device)(void);   /* what it is, such as "NVIDIA H100 80GB HBM3" */
    /* Gives the operands a place there, and those that are read their values (the outputs too, if asked
     * for).  *there is the case at that place. */
    bool (*enter)(const struct tri_case *, bool outputs, struct tri_case *there,
                  struct tri_error *);
    /* Copies the outputs and .ran_on back and gives the place up; whatever has failed there since
     * enter is known now. */
    bool (*leave)(struct tri_case *there, struct tri_case *, struct tri_error *);
    bool enters_itself; /* a run outside does all of that on its own, as map clauses do */
    /* Whether a run outside finds room there, where it would end the process if not; NULL: it would not. */
    bool (*has_room)(const struct tri_case *, struct tri_error *);
    const struct tri_pinning *pinning; /* NULL: it has no way to pin */
};

extern const struct tri_home tri_device_home; /* the data environment of OpenMP's default device */

/* Those of several devices, as many as the launch says, each of which has a part of the case; and what runs the
 * offload path of the case's variant there. */
extern const struct tri_home tri_parts_home;
void tri_parts_run(const struct tri_case *there);

/* What can be measured: a path of a hotspot, or a peer, which is what somebody would use instead. */
struct tri_contender {
    const char *peer;                          /* its name; NULL: the path itself */
    const struct tri_variant *variant;         /* of the path; NULL: of a peer */
    enum tri_path path;                        /* the path, or that whose hardware the peer uses */
    int threads;                               /* 0: as many as are asked for */
    bool follows;                              /* a launch, as far as its hotspot does */
    bool as_tuned;                             /* of a peer: its work is that of the last variant */
    bool may_differ;                           /* from the reference: its rounding is its own */
    double (*within)(const struct tri_case *); /* if so, how many ULPs at most; NULL: any */
    double (*apart)(
        const struct tri_case *);     /* and how far apart at most; NULL: as far as may be */
    tri_path_fn *run;                 /* NULL: there is none */
    const struct tri_home *home;      /* NULL: the case's own memory */
    enum tri_host_memory host_memory; /* that its home copies from and to */
};

/* Of reference and origin, `variant` may be NULL. */
struct tri_contender tri_path_contender(const struct tri_hotspot *, const struct tri_variant *,
                                        enum tri_path);

/* Whether as many devices as the launch says are there, and the variant's offload path can share the
 * case among them. */
bool tri_devices_available(const struct tri_case *, const struct tri_variant *,
                           const struct tri_launch *, struct tri_error *e);

/* The same, on several devices if the launch says so and it is an offload path. */
struct tri_contender tri_on_devices(const struct tri_contender *, const struct tri_launch *);

/* Whether a difference from the reference is within what the contender owes. */
bool tri_contender_agrees(const struct tri_contender *, const struct tri_case *reference,
                          const struct tri_difference *);

/* Whether it is there for the hotspot and can run here; if not, *e says why in one line. */
bool tri_available(const struct tri_contender *, const struct tri_hotspot *, struct tri_error *e);

/* Of that, whether it can have its host memory, once its home has started. */
bool tri_has_host_memory(const struct tri_contender *, struct tri_error *e);

struct tri_measurement {
    const char *peer;    /* NULL: the path was measured, else what shares its hardware */
    const char *variant; /* of the path; NULL: of a peer, the reference and the origin */
    enum tri_path path;
    int threads; /* 1 for the reference and the origin */
    struct tri_launch launch;
    enum tri_place place;
    const char *device; /* NULL: the CPU */
    enum tri_host_memory host_memory;
    double bytes_in, bytes_out;       /* that map_in and map_out move; 0: nothing */
    struct tri_difference difference; /* from the reference's output */
    bool agrees;                      /* whether that is within what the contender owes */
    struct tri_work work;
    double cold;                             /* a first run, and the one start of its device */
    struct tri_times kernel;                 /* data resident */
    struct tri_times map_in, map_out, total; /* n == 0 where nothing is mapped */
    double
        halo; /* seconds of `kernel` that devices took to exchange halos, in the last repetition */
};

/* Fills in what is known of a measurement before it is made: who, on how many threads, launched how. */
void tri_plan(const struct tri_contender *, const struct tri_effort *, struct tri_measurement *);

/* Runs a contender cold, checks its output against `reference`, then times it.  The two cases have
 * the same parameters.  A difference is no error here: the caller reads it in m->difference. */
bool tri_measure(struct tri_case *, const struct tri_contender *, const struct tri_case *reference,
                 const struct tri_effort *, struct tri_measurement *m, struct tri_error *e);

/* Seconds of one complete run over poisoned outputs, in the case's memory whatever the contender's, and of the start of what it runs on, which a
 * process does once: it is counted again for each run. */
bool tri_measure_cold(struct tri_case *, const struct tri_contender *, double *seconds,
                      struct tri_error *e);

/* What can hold up a run. */
enum tri_resource {
    TRI_FMA,       /* the units for fma, which multiply and divide too */
    TRI_ADDITIONS, /* those that add and compare; cores may have some beside the others */
    TRI_MIXED,     /* both together: what starts instructions on either */
    TRI_INTEGERS,
    TRI_MEMORY,
    TRI_CACHE, /* in place of memory, if a cache holds all that is worked on */
    TRI_NEAR,  /* a core's nearest cache; a team's memory on a GPU */
    TRI_RESOURCES
};

/* "fma", "fma+add", "memory", …; of TRI_RESOURCES "nothing". */
const char *tri_resource_name(enum tri_resource);

/* What the hardware can do, measured in this process with the path's vectors and threads: instructions
 * a second, counted as in tri_work, and bytes.  0 or NaN: not measured. */
struct tri_ceiling {
    double fma_per_second;
    double additions_per_second;
    double mixed_per_second; /* fma and additions, half and half */
    double integers_per_second;
    double bytes_per_second;      /* read plus written, in arrays of .footprint */
    double bytes_read_per_second; /* only read, in such arrays */
    double near_bytes_per_second;
    /* The bus, each way: copies between pinned memory of the host and the device's. */
    double to_device_per_second, from_device_per_second;
    size_t footprint; /* bytes: what is worked on, rounded down to a power of two */
    bool cached;      /* a cache holds as much */
    const char *how;  /* how it was measured, in a phrase */
};

/* On `threads`, TRI_MAX_THREADS at most, for a run that works on `footprint` bytes; measured the first
 * time that it is asked for, and of additions, integers and near memory only what the work uses (NULL:
 * everything). */
bool tri_ceiling(enum tri_path, enum tri_precision, int threads, size_t footprint,
                 const struct tri_work *, struct tri_ceiling *, struct tri_error *e);

/* A share above this is a defect of the ceiling. */
#define TRI_MOST_SHARE 1.05

/* The same for a run that was measured.  Processors that are shared change their speed: so what binds is
 * measured again if that was some seconds ago, and where the run's median stands above TRI_MOST_SHARE of it,
 * five times or for a second at most.  The best counts, for all who ask from then on. */
bool tri_ceiling_for(const struct tri_case *, const struct tri_measurement *, struct tri_ceiling *,
                     struct tri_error *e);

/* Seconds that the work takes of a resource at least; 0: it does not use it, or that was not measured. */
double tri_ceiling_seconds(const struct tri_ceiling *, const struct tri_work *, enum tri_resource);

/* The resource of which it takes most; TRI_RESOURCES: it uses none. */
enum tri_resource tri_ceiling_binds(const struct tri_ceiling *, const struct tri_work *);

/* Instructions a second that arithmetic allows for its mix, and what of it binds. */
double tri_ceiling_arithmetic(const struct tri_ceiling *, const struct tri_work *,
                              enum tri_resource *);

/* The bandwidth of such work: of reading, if it does nothing else, and else of copying. */
double tri_ceiling_bandwidth(const struct tri_ceiling *, const struct tri_work *);

/* Units a second that the ceilings allow for this work: of the one that binds. */
double tri_ceiling_rate(const struct tri_ceiling *, const struct tri_work *);

/* ---- Names ----------------------------------------------------------------------------------- */

/* The name nearest to `word`, or NULL when none is near; `name(i, data)` is NULL after the last. */
const char *tri_nearest(const char *word, const char *(*name)(size_t i, const void *data),
                        const void *data);

#ifdef __cplusplus
}
#endif

#endif
