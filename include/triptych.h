/*
 * Triptych: a compute hotspot, one C source, three ways.
 *
 * A hotspot is a value of `struct tri_hotspot`: its parameters, its operands, its work and its
 * paths, described as data in its own file under src/hotspots.  Everything else here reads that
 * description: the command line and its checks, allocation, comparison, timing, result rows.
 *
 *     struct tri_case c;
 *     struct tri_error e;
 *     tri_case_init(&c, tri_hotspot_named("mandelbrot", TRI_DOUBLE));
 *     if (!tri_case_set(&c, "resolution=500", &e) || !tri_case_allocate(&c, &e)
 *         || !tri_case_run(&c, TRI_OFFLOAD, &e))
 *         return tri_report("example", &e);
 *
 * Functions that can fail return false and fill a `struct tri_error`.
 */
#ifndef TRIPTYCH_H
#define TRIPTYCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Errors ------------------------------------------------------------------------------- */

/* The exit status of the three tools; an error carries the one it leads to. */
enum tri_status {
    TRI_AGREED = 0, /* done, and every path agreed */
    TRI_FAILED = 1, /* a disagreement, or something failed on the way */
    TRI_USAGE = 2,  /* the request itself was wrong; nothing was done */
};

struct tri_error {
    enum tri_status status;
    char text[400]; /* one line, no newline, naming what was wrong and what is allowed */
};

/* Fills *e (if any) and returns false, so that a failing function ends in `return tri_fail(…)`. */
bool tri_fail(struct tri_error *e, enum tri_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes "program: text" to stderr and returns the status to exit with. */
int tri_report(const char *program, const struct tri_error *e);

/* ---- Precisions, paths, places ------------------------------------------------------------- */

enum tri_precision { TRI_FLOAT, TRI_DOUBLE, TRI_PRECISIONS };

enum tri_path {
    TRI_ORIGIN, /* the program that the hotspot was first published as; to compare with */
    /* What every other path has to equal: the definition as a plain loop, on all threads for checks,
     * timed on one.  Only what compilers find by themselves is in vectors. */
    TRI_REFERENCE,
    TRI_SIMD,    /* omp parallel for + simd */
    TRI_AVX2,    /* AVX2 and FMA intrinsics, in threads */
    TRI_OFFLOAD, /* omp target teams, most often with distribute parallel for: on a device */
    TRI_PATHS
};

/* Where a region ran, as found out inside it. */
enum tri_place {
    TRI_NOWHERE = -1, /* it never ran: the region was skipped */
    TRI_CPU,          /* the initial device, that is, no offload */
    TRI_HOST_PLUGIN,  /* the offload runtime's device that is the CPU itself */
    TRI_GPU,
    TRI_PLACES
};

const char *tri_precision_name(enum tri_precision);
const char *tri_path_name(enum tri_path);
const char *tri_path_meaning(enum tri_path);
const char *tri_place_name(enum tri_place);

/* Whether this machine and build can run the path; if not, *e says why in one line. */
bool tri_path_available(enum tri_path, struct tri_error *e);

/* ---- A hotspot's description ---------------------------------------------------------------- */

enum {
    TRI_MAX_PARAMS = 16,
    TRI_MAX_OPERANDS = 12, /* of a hotspot */
    TRI_MAX_SCRATCH = 6,   /* of a variant, besides */
    TRI_SLOTS = TRI_MAX_OPERANDS + TRI_MAX_SCRATCH,
    TRI_MAX_VARIANTS = 16,
    TRI_MAX_RANK = 3,
    TRI_MAX_CHOICES = 8,
};

enum tri_kind { TRI_INTEGER, TRI_REAL, TRI_CHOICE };

struct tri_param {
    const char *name, *meaning;
    enum tri_kind kind;
    double initial;                       /* the default; a choice's is its index */
    double min, max;                      /* allowed range, both ends included */
    const char *times;                    /* the default is `initial` times this parameter */
    const char *above;                    /* has to be greater than this parameter */
    const char *choices[TRI_MAX_CHOICES]; /* names of a TRI_CHOICE, NULL after the last */
};

union tri_value {
    int64_t integer; /* TRI_INTEGER, and the index of a TRI_CHOICE */
    double real;     /* TRI_REAL */
};

enum tri_type { TRI_INT32, TRI_UINT16, TRI_FLOATING }; /* TRI_FLOATING: of its precision */

enum tri_role {
    TRI_IN,      /* only read */
    TRI_OUT,     /* all of it is written; compared */
    TRI_INOUT,   /* read and changed, by a timed run from what the one before has left; compared */
    TRI_SCRATCH, /* room to work in, never compared; what has a .value is left by paths as found */
    TRI_ABSENT   /* no memory at all */
};

struct tri_case;

/* An array that paths read or write: row-major, its extents given by integer parameters. */
struct tri_operand {
    const char *name;
    enum tri_type type;
    enum tri_role role;
    int rank;                                           /* 0: a single element */
    int shape[TRI_MAX_RANK];                            /* indices into .params, slowest first */
    double (*value)(const struct tri_case *, size_t i); /* first value of number i */
    int each; /* numbers to an element, side by side; 0: one */
    /* Where parameters decide it: the role, in place of .role; the number of elements, in place of
     * .shape, false if it does not fit a size_t. */
    enum tri_role (*role_of)(const struct tri_case *);
    bool (*length_of)(const struct tri_case *, size_t *length);
};

/* What one run does, for rates and ceilings: what it needs at least, so that no share of a ceiling comes
 * out above 100 %. */
struct tri_work {
    double units;        /* in the domain's customary unit: iterations, pixels, … */
    double instructions; /* arithmetic, of one lane, an fma counting once */
    double
        additions; /* of these: additions, subtractions and comparisons of floating-point numbers */
    /* Of these: instructions on integers, each counted once for every 32 bits that it works on: one on a
     * vector of 256 bits counts eight, whether its lanes have 8, 16 or 32; one on a word of a GPU that
     * holds two samples counts one. */
    double integers;
    double bytes; /* traffic with memory; see each work() for what counts as such */
    double
        near_bytes;  /* loaded and stored by cores: from caches, or from team memory; 0: not said */
    bool only_reads; /* next to nothing of it writes */
};

/* How `render` shows an operand of height x width (x channels). */
enum tri_show {
    TRI_NOTHING,      /* there is nothing to see */
    TRI_ESCAPE_TIMES, /* TRI_INT32, escape times, 0 for none; row 0 at the bottom */
    TRI_COLOURS,      /* TRI_INT32, 0xRRGGBB; row 0 at the bottom */
    TRI_SHADES, /* TRI_FLOATING, by a palette from the least to the greatest; row 0 at the bottom */
    TRI_SAMPLES, /* TRI_UINT16, an image's own samples, of whatever depth; row 0 at the top */
};

struct tri_picture {
    enum tri_show show;
    int operand, width, height; /* indices into .operands and .params */
    int channels, depth;        /* of TRI_SAMPLES: 1 to 4; a choice of "8" and "16" */
};

/* An image as it is in a PNG file: grey, grey and alpha, RGB or RGBA. */
struct tri_samples {
    ptrdiff_t width, height;
    int channels, depth; /* 1 to 4; 8 or 16 bits */
    uint16_t *sample;    /* height x width x channels, row 0 at the top */
    const char *file;    /* where they are from, or NULL; as it was named, not copied */
};

typedef void tri_path_fn(const struct tri_case *);

/* The launch settings (further down) that a variant honours: other values do the same work in another
 * way.  The rest is part of its algorithm. */
struct tri_follows {
    bool schedule;         /* CPU: its parallel loops say schedule(runtime) */
    bool teams;            /* offload: its regions say num_teams(tri_teams(…)), */
    bool threads_per_team; /* and thread_limit(tri_team_threads(…)) */
};

/*
 * A variant: one way to write a hotspot's paths.  The first is plain, as a textbook has it; those after
 * it climb to the limit, each by one idea; the last is tuned.
 */
struct tri_variant {
    const char *name;
    const char *idea; /* what it adds to the one before it, in a line */
    const char
        *needs; /* what it leans on that OpenMP does not promise, in a phrase; NULL: nothing */
    /* Whether this compiler, device and environment can have it on a path; if not, *e says why in one
     * line.  For a device that has started.  NULL: wherever the path can run. */
    bool (*available)(enum tri_path, struct tri_error *e);
    /* Where its sums take another order than the reference's: how far from the reference's a result can
     * be for that, at most, as an absolute difference.  NULL: it owes the reference's bits. */
    double (*apart)(const struct tri_case *reference);
    struct tri_follows follows;
    /* What one run uses; NULL: the hotspot's .work. */
    struct tri_work (*work)(const struct tri_case *reference, enum tri_path);
    const struct tri_operand
        *scratch; /* arrays of its own, in slots from TRI_MAX_OPERANDS on; or NULL */
    tri_path_fn *path[TRI_PATHS]; /* simd, avx2, offload; NULL: it has none */
};

struct tri_hotspot {
    const char *name;
    bool by_name;        /* programs take it only where it is named: it reruns a report */
    const char *formula; /* one line: what is computed */
    const char *unit;    /* of tri_work.units, plural */
    enum tri_precision precision;
    struct tri_param params[TRI_MAX_PARAMS + 1];       /* ends at .name == NULL */
    struct tri_operand operands[TRI_MAX_OPERANDS + 1]; /* ends at .name == NULL */
    struct tri_picture picture;
    struct tri_picture input; /* TRI_SAMPLES: an input operand that can be had from a file */
    /* The work of a case, read off its parameters and the output it holds. */
    struct tri_work (*work)(const struct tri_case *);
    tri_path_fn *origin, *reference; /* the paths that all variants share; .origin may be NULL */
    struct tri_variant plain;        /* the first variant */
    const struct tri_variant *tuned; /* those after it, to .name == NULL (src/tuned); NULL: none */
};

/* The variants in their order, plain first; NULL after the last. */
const struct tri_variant *tri_variant_at(const struct tri_hotspot *, size_t i);
size_t tri_variant_count(const struct tri_hotspot *);
const struct tri_variant *tri_variant_named(const struct tri_hotspot *, const char *name);
const struct tri_variant *tri_variant_last(const struct tri_hotspot *);

/* The function of a path; NULL: there is none.  The variant does not matter to the reference and the
 * origin, and may be NULL there. */
tri_path_fn *tri_path_of(const struct tri_hotspot *, const struct tri_variant *, enum tri_path);

/* Whether any variant of the hotspot has the path. */
bool tri_has_path(const struct tri_hotspot *, enum tri_path);

/* Whether reference and origin, which have no variants, are what is asked for. */
bool tri_path_has_variants(enum tri_path);

/* The allowed values of a parameter in words: "an integer from 1 to 100", or the choices. */
void tri_param_range(const struct tri_param *, char *text, size_t size);

/* The index of the parameter whose name is the first `length` characters of `name`; -1: none. */
int tri_param_named(const struct tri_hotspot *, const char *name, size_t length);

/* The registry: every file of src/hotspots, in the order of their names, then those of src/reports. */
size_t tri_hotspot_count(void);
const struct tri_hotspot *tri_hotspot_at(size_t i, enum tri_precision);
const struct tri_hotspot *tri_hotspot_named(const char *name, enum tri_precision);

/* ---- A case: a hotspot with its parameters and operands -------------------------------------- */

struct tri_case {
    const struct tri_hotspot *hotspot;
    const struct tri_variant *variant; /* whose paths run on it, and whose scratch it has */
    union tri_value value[TRI_MAX_PARAMS];
    bool given[TRI_MAX_PARAMS]; /* set by the user, not by default */
    size_t length[TRI_SLOTS];   /* numbers: elements times .each */
    void *operand[TRI_SLOTS]; /* the hotspot's, then the variant's scratch; NULL until allocated */
    int *ran_on;              /* an enum tri_place, written inside the offload region */
    const struct tri_samples *input; /* NULL, or what the hotspot's .input holds */
};

/* Of the plain variant, with all parameters at their defaults. */
void tri_case_init(struct tri_case *, const struct tri_hotspot *);

/* Makes it a case of this variant, one of its hotspot's.  Where it is allocated, the scratch of the
 * variant before goes, and that of this one comes.  A TRI_USAGE error, which leaves the case as it was,
 * where its scratch does not fit. */
bool tri_case_choose(struct tri_case *, const struct tri_variant *, struct tri_error *e);

/* Applies "name=value[,name=value…]" and completes the defaults that follow from them.  An unknown
 * name, a malformed or out-of-range value, or extents whose product does not fit are TRI_USAGE
 * errors and leave the case as it was. */
bool tri_case_set(struct tri_case *, const char *assignments, struct tri_error *e);

/* Makes a case of a hotspot, of the plain variant, with the values of another case for the parameters that
 * both have.  A TRI_USAGE error where those are none for it. */
bool tri_case_like(struct tri_case *, const struct tri_hotspot *, const struct tri_case *like,
                   struct tri_error *e);

/* Makes the samples, which have to outlive the case, the first values of the hotspot's .input, and
 * their size the parameters'.  Not for hotspots without one.  A TRI_USAGE error, which leaves the
 * case as it was, where the user has set one of these, or a size is out of range. */
bool tri_case_take(struct tri_case *, const struct tri_samples *, struct tri_error *e);

/* The value of a parameter by its name, which the hotspot has to have. */
union tri_value tri_case_value(const struct tri_case *, const char *param);

/* Whether the parameter's value comes with the samples of .input. */
bool tri_param_of_input(const struct tri_hotspot *, int param);

/* Writes "name=value,…" of every parameter into text; returns the length it needs, as snprintf. */
int tri_case_describe(const struct tri_case *, char *text, size_t size);

/* A first value that looks like chance: element i, in [-1, 1), of one of two streams, 0 and 1.  Weyl's
 * sequence: multiples of an irrational number without their whole part. */
double tri_scattered(int stream, size_t i);

/* Allocates the operands, fills those that are read and poisons the others.  More than the machine's
 * memory is a TRI_USAGE error, before anything is touched. */
bool tri_case_allocate(struct tri_case *, struct tri_error *e);
void tri_case_free(struct tri_case *);

/* Makes the case ready for a run that can be checked: what is read gets its first values again, all
 * else is overwritten with a pattern that no path produces.  (A TRI_IN still has its values.) */
void tri_case_poison(struct tri_case *);

/* The .value of an operand that begins as zeros. */
double tri_zero(const struct tri_case *, size_t i);

/* What is in a slot, 0 to TRI_SLOTS - 1: the description of an operand, of the hotspot or of the case's
 * variant; NULL: nothing. */
const struct tri_operand *tri_operand_in(const struct tri_case *, int slot);

enum tri_role tri_operand_role(const struct tri_case *, int operand);

/* Whether the operand brings values to a run, and whether a run's result is in it. */
bool tri_operand_is_read(const struct tri_case *, int operand);
bool tri_operand_is_written(const struct tri_case *, int operand);

size_t tri_operand_bytes(const struct tri_case *, int operand);
size_t tri_case_bytes(const struct tri_case *);

/* Whether there is memory for so many of the case; else a TRI_USAGE error names parameters to make
 * smaller. */
bool tri_case_fits(const struct tri_case *, size_t copies, struct tri_error *e);

/* Runs one path over the case's operands.  An offload that did not run on a device is an error:
 * it is never a slow success. */
bool tri_case_run(struct tri_case *, enum tri_path, struct tri_error *e);

/* ---- Comparison ------------------------------------------------------------------------------ */

/* How two outputs differ, over every operand that is written.  Floating elements of two precisions are
 * compared after rounding to the narrower one; NaN equals NaN; +0 and −0 differ. */
struct tri_difference {
    size_t points;    /* numbers compared */
    size_t different; /* of these, how many do not have the same bits */
    size_t integers;  /* of those, how many are integers: no tolerance covers them */
    size_t first;     /* index of the first that differs (if any) */
    double largest;   /* largest absolute difference; infinite beside a NaN */
    double max_ulps;  /* largest distance in units in the last place; 0 for integers */
};

struct tri_difference tri_case_difference(const struct tri_case *, const struct tri_case *);

/* Whether a difference from the reference is within what a variant owes. */
bool tri_agrees(const struct tri_variant *, const struct tri_case *reference,
                const struct tri_difference *);

/* ---- Devices --------------------------------------------------------------------------------- */

/* Devices that the OpenMP runtime offers. */
int tri_devices(void);

/* Starts the default device, once a process: loads the runtime and the image and runs a probe
 * region.  False, with the cause, if the region would not run on a device. */
bool tri_device_start(struct tri_error *e);

enum tri_place tri_device_place(void); /* where the probe region ran */

/* What starting it took: the libraries before main(), where runtimes hide it, and the probe. */
double tri_device_start_seconds(void);
const char *tri_device_name(void); /* "NVIDIA H100 80GB HBM3", or the host's CPU */
int tri_device_number(void); /* which of the driver's GPUs is OpenMP's default device, from 0 */

/* Teams to ask for in num_teams() when the work falls into so many pieces.  On a GPU one for each:
 * they wait their turn in hardware, while a runtime's own choice may be too few for the last of
 * them to finish together.  Elsewhere one: the threads of a single team are all that a CPU has.  For a
 * device that has started. */
int tri_teams(ptrdiff_t pieces);

/* Threads to ask for in thread_limit(): `usual`, unless a launch says otherwise. */
int tri_team_threads(int usual);

/* Whether a team of the device gets as many threads as it asks for, up to so many, where an algorithm
 * counts on that.  Not if the environment limits it (OMP_TEAMS_THREAD_LIMIT), nor from GCC, whose
 * thread is a whole warp.  For a device that has started. */
enum { TRI_WHOLE_TEAM = 256 };
bool tri_whole_teams(void);

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

/* Runs the offload path in such an environment and checks where it ran. */
bool tri_device_run(struct tri_case *, struct tri_error *e);

/* Makes a fatal error of the offload runtime end the process as any other failure does: one clear
 * line and status 1 instead of an abort.  An abort while the device is not in use stays an abort. */
void tri_device_guard(const char *program);

/* Around what uses the device otherwise than by the functions above; uses may nest. */
void tri_device_begin(void);
void tri_device_end(void);

/* ---- A launch: how runs are spread over the hardware ------------------------------------------ */

/* How the iterations of a parallel loop are distributed to the threads of a CPU. */
enum tri_schedule { TRI_USUAL, TRI_STATIC, TRI_DYNAMIC, TRI_GUIDED, TRI_SCHEDULES };

const char *tri_schedule_name(enum tri_schedule);

/* Zeros leave it to the path. */
struct tri_launch {
    enum tri_schedule schedule;
    int teams, threads_per_team; /* of a target region on a GPU */
};

enum { TRI_MAX_TEAMS = 1 << 20, TRI_MAX_TEAM_THREADS = 1024 };

/* Spreads all runs from now on so.  Loops that say schedule(runtime) are OpenMP's own until then: a
 * program calls this, with zeros for dynamic, and sets the number of threads, before it runs a path. */
void tri_launch(struct tri_launch);

/* ---- The machine ----------------------------------------------------------------------------- */

const char *tri_cpu_name(void);
int tri_cpu_cores(void);             /* physical cores this process may use */
size_t tri_cpu_cache_bytes(void);    /* of the last level, all together; 0: unknown */
size_t tri_device_cache_bytes(void); /* the same of a GPU, or of the CPU that is the device */
size_t tri_memory_bytes(void);       /* main memory that this process can still have */

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
};

extern const struct tri_home tri_device_home; /* the data environment of OpenMP's default device */

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
        const struct tri_case *); /* and how far apart at most; NULL: as far as may be */
    tri_path_fn *run;             /* NULL: there is none */
    const struct tri_home *home;  /* NULL: the case's own memory */
};

/* Of reference and origin, `variant` may be NULL. */
struct tri_contender tri_path_contender(const struct tri_hotspot *, const struct tri_variant *,
                                        enum tri_path);

/* Whether a difference from the reference is within what the contender owes. */
bool tri_contender_agrees(const struct tri_contender *, const struct tri_case *reference,
                          const struct tri_difference *);

/* Whether it is there for the hotspot and can run here; if not, *e says why in one line. */
bool tri_available(const struct tri_contender *, const struct tri_hotspot *, struct tri_error *e);

struct tri_measurement {
    const char *peer;    /* NULL: the path was measured, else what shares its hardware */
    const char *variant; /* of the path; NULL: of a peer, the reference and the origin */
    enum tri_path path;
    int threads; /* 1 for the reference and the origin */
    struct tri_launch launch;
    enum tri_place place;
    const char *device;               /* NULL: the CPU */
    struct tri_difference difference; /* from the reference's output */
    bool agrees;                      /* whether that is within what the contender owes */
    struct tri_work work;
    double cold;                             /* a first run, and the one start of its device */
    struct tri_times kernel;                 /* data resident */
    struct tri_times map_in, map_out, total; /* n == 0 where nothing is mapped */
};

/* Fills in what is known of a measurement before it is made: who, on how many threads, launched how. */
void tri_plan(const struct tri_contender *, const struct tri_effort *, struct tri_measurement *);

/* Runs a contender cold, checks its output against `reference`, then times it.  The two cases have
 * the same parameters.  A difference is no error here: the caller reads it in m->difference. */
bool tri_measure(struct tri_case *, const struct tri_contender *, const struct tri_case *reference,
                 const struct tri_effort *, struct tri_measurement *m, struct tri_error *e);

/* Seconds of one complete run over poisoned outputs, and of the start of what it runs on, which a
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

#endif
