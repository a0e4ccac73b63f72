/*
 * The description of a hotspot, which stands at the end of a file like src/hotspots/vecadd/vecadd.c.
 *
 * A hotspot is a value of `struct tri_hotspot`: its parameters, operands, work and paths, as data.
 * Everything else reads that description: the command line and its checks, allocation, comparison,
 * timing, result rows.
 */
#pragma once

#include "triptych.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the compiler was asked to optimise, and to keep to the rules of floating point; of other compilers than these it is
 * not known. */
#if defined(__NVCOMPILER) || !(defined(__GNUC__) || defined(__clang__))
# define TRI_BUILD_KIND "unknown"
#elif defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
# ifdef __OPTIMIZE__
#  define TRI_BUILD_KIND "fast-math"
# else
#  define TRI_BUILD_KIND "not optimised, fast-math"
# endif
#elif defined(__OPTIMIZE__)
# define TRI_BUILD_KIND "optimised"
#else
# define TRI_BUILD_KIND "not optimised"
#endif

/* The build says it: the library, beside the one that has the entry, of the same paths compiled so that they tell what they
 * access. */
#ifndef TRI_RACES
# define TRI_RACES NULL
#endif

/* Where that library is; false: the hotspot has none, or is not in use. */
bool tri_races_library(const struct tri_hotspot *, char *file, size_t size);

/* TRI_BUILD_KIND of the hotspot; "unknown" of one that is not in use. */
const char *tri_build_kind(const struct tri_hotspot *);

enum { TRI_MAX_CHOICES = 8, TRI_MAX_TEXT = 200 /* bytes of a TRI_TEXT */ };

enum tri_kind { TRI_INTEGER, TRI_REAL, TRI_CHOICE, TRI_TEXT };

struct tri_param {
    const char *name, *meaning;
    enum tri_kind kind;
    double initial; /* the default; of a choice, its index */
    /* The allowed range, both ends included; of a text, how many bytes it has, and with .max = 0 up to TRI_MAX_TEXT. */
    double min, max;
    const char *times;                    /* the default is `initial` times this parameter */
    const char *above;                    /* it has to be greater than this parameter */
    const char *choices[TRI_MAX_CHOICES]; /* names of a TRI_CHOICE, NULL after the last */
    const char *text;                     /* the default of a TRI_TEXT */
    bool is_count;                        /* the build says so: see tri_signature */
};

/* Of the numbers of an array.  A complex number is two: its .each says so. */
enum tri_type {
    TRI_INT8,
    TRI_INT16,
    TRI_INT32,
    TRI_INT64,
    TRI_UINT8,
    TRI_UINT16,
    TRI_UINT32,
    TRI_UINT64,
    TRI_BOOL,
    TRI_FLOAT32,  /* float in both precisions, */
    TRI_FLOAT64,  /* and double */
    TRI_FLOATING, /* `real`: float or double, as the hotspot */
    TRI_TYPES
};

/* How inputs begin: as their descriptions say; floating ones with half of that, rounded to -1, 0 or 1, or to quarters from -1.5 to 1.5 (those of which
 * nobody has said it: doubled before), or with special values in between: infinities, NaN, -0, subnormal numbers, the largest and the smallest.  Those of which nobody
 * has said it (tri_fill_scattered): below zero; sixteen times as far from it, one in eight 1024 times, and integers of all that their type has; all of
 * them, integers too, from -16 to -2 (if the type has a sign), or from 2 to 16; those of 64 bits 2^33 farther from 0. */
enum tri_inputs {
    TRI_AS_THEY_ARE,
    TRI_HALF,
    TRI_WHOLE,
    TRI_TIES,
    TRI_SPECIAL,
    TRI_NEGATIVE,
    TRI_WIDE,
    TRI_LOW,
    TRI_HIGH
};

enum tri_role {
    TRI_IN,      /* only read */
    TRI_OUT,     /* completely written; compared */
    TRI_INOUT,   /* read and changed; set back before each timed run; compared */
    TRI_SCRATCH, /* working memory, never compared; paths do not change one that has a .value */
    TRI_ABSENT   /* no memory is allocated */
};

/* Which array of a sparse matrix by rows (CSR) comes from a .file of Matrix Market. */
enum tri_part_of_csr { TRI_CSR_OFFSETS, TRI_CSR_COLUMNS, TRI_CSR_VALUES };

/* An array that paths read or write, row-major; integer parameters give its extents. */
struct tri_operand {
    const char *name;
    enum tri_type type;
    enum tri_role role;
    int rank;                /* 0: a single element */
    int shape[TRI_MAX_RANK]; /* indices into .params, slowest first */
    /* The first value of number i: it depends on nothing but its arguments, since several threads ask for them, and for
     * each run again.  In its place: .fill or .file. */
    double (*value)(const struct tri_case *, size_t i);
    int each; /* numbers per element, stored side by side; 0: one */
    /* If they depend on parameters: the role, in place of .role; the number of elements, in place of
     * .shape, false if it does not fit a size_t. */
    enum tri_role (*role_of)(const struct tri_case *);
    bool (*length_of)(const struct tri_case *, size_t *length);
    /* Sets all numbers of the case's operand, c->length[operand] of them, at once: on one thread, and the same ones each
     * time.  False: it cannot, and tri_fail() has said why.  Ready-made ones are below. */
    bool (*fill)(const struct tri_case *, int operand, struct tri_error *);
    /* They come from a file: NumPy's if its name ends in .npy, Matrix Market's if in .mtx, a text of numbers if in .csv or .txt,
     * else as they lie in memory. */
    const char *file;
    enum tri_part_of_csr part;
    const char
        *below; /* of ready-made integers: they are less than this parameter; offsets end with it */
    /* A result may differ from the reference's number x by .absolute, by .relative times |x|, or by .ulps numbers of
     * the type: by the most that one of them allows.  Zeros: not at all. */
    double absolute, relative, ulps;
    /* Of a result: the name of another, an integer, that says how many elements count, from the first on; NULL: all do.  What
     * a run leaves behind them is all the same. */
    const char *count;
    bool any_order; /* of its elements: the same ones in another order are no difference */
};

/* The work of one run, for rates and ceilings.  It is the least that the run needs, so that no share of a
 * ceiling exceeds 100 %. */
struct tri_work {
    double units;        /* in the domain's customary unit: iterations, pixels, … */
    double instructions; /* arithmetic instructions of one lane; an fma counts once */
    double additions;    /* those of them that add, subtract or compare floating-point numbers */
    /* Those of them on integers, counted once per 32 bits: an instruction on a vector of 256 bits counts
     * eight, with lanes of 8, 16 or 32 bits; one on a 32-bit word of a GPU that holds two samples counts
     * one. */
    double integers;
    double tensor; /* those of them that tensor cores do: fma in double */
    double bytes;  /* traffic with memory; each work() says what it counts */
    double
        near_bytes;  /* loads and stores of cores: from caches, or from team memory; 0: not known */
    bool only_reads; /* it writes almost nothing */
};

/* An image as in a PNG file: grey, grey and alpha, RGB or RGBA. */
struct tri_samples {
    ptrdiff_t width, height;
    int channels, depth; /* 1 to 4; 8 or 16 bits */
    uint16_t *sample;    /* height x width x channels, row 0 at the top */
    const char *file;    /* the file they were read from, or NULL; not a copy of the name */
};

/* How `render` shows an operand of height x width (x channels). */
enum tri_show {
    TRI_NOTHING,      /* it has no picture */
    TRI_ESCAPE_TIMES, /* TRI_INT32, escape times, 0 for none; row 0 at the bottom */
    TRI_COLOURS,      /* TRI_INT32, 0xRRGGBB; row 0 at the bottom */
    TRI_SHADES, /* TRI_FLOATING, by a palette from the smallest to the largest; row 0 at the bottom */
    TRI_SAMPLES, /* TRI_UINT16, the samples of an image, of 8 or 16 bits; row 0 at the top */
};

struct tri_picture {
    enum tri_show show;
    int operand, width, height; /* indices into .operands and .params */
    int channels, depth;        /* of TRI_SAMPLES: 1 to 4; a choice of "8" and "16" */
    /* What `render` sets, as by --set, before the user does, so that there is something to see; NULL: nothing. */
    const char *set;
};

typedef void tri_path_fn(const struct tri_case *);

/* The launch settings that a variant honours: with other values it does the same work in another way.
 * Those that it does not honour are part of its algorithm. */
struct tri_follows {
    bool schedule;         /* CPU: its parallel loops say schedule(runtime) */
    bool teams;            /* offload: its regions say num_teams(tri_teams(…)), */
    bool threads_per_team; /* and thread_limit(tri_team_threads(…)) */
};

/* ---- Several devices, and processes ---- */

/* The part of a case that one of several devices, or of the processes that MPI has started, computes. */
struct tri_part {
    struct tri_case c; /* a case of its own, with fewer rows */
    int device;        /* OpenMP's number */
    ptrdiff_t first,
        rows; /* its own rows: the number of the first in the whole case, and how many there are */
    int64_t steps; /* of a stencil that may stop: how many it has taken */
};

/* Of a stencil that takes averages, and stops after the first step that changes no point by more than a tolerance.  Arrays
 * are the host's, and there on the part's device; `above` rows of them come before those that are the part's own. */
struct tri_stop {
    int param; /* TRI_REAL: the tolerance; 0: it takes all steps */
    double (*tolerance)(const struct tri_case *); /* as paths compare it */
    double (*size)(const struct tri_part *, ptrdiff_t above, const void *array); /* the largest */
    double (*change)(const struct tri_part *, ptrdiff_t above, const void *before,
                     const void *after); /* the largest */
    /* Of points of that size: by how much the largest change of a step can exceed that of the step before, because
     * numbers are rounded.  (Averages of changes are no larger than those.) */
    double (*rounding)(double size);
};

enum tri_distribution {
    TRI_BANDS,  /* a device gets contiguous rows */
    TRI_CYCLIC, /* device d of n gets rows d, d + n, d + 2n, …, for rows that take unequal times */
    TRI_SLABS,  /* particles: a device gets those in some layers of cells that lie together */
};

/* What a device has packed for the others after a step: records of particles that it has moved. */
struct tri_packed {
    int32_t count; /* of records */
    bool far;      /* some are of particles that have come two layers off the slab, or farther */
};

/* For a path that packs and unpacks by itself, in the memory of its device. */
struct tri_traffic {
    void *leaving;             /* where it puts records in this step, */
    struct tri_packed *packed; /* and where it counts them, beginning with 0 */
    const void *arrived;       /* the records that have come after the step before */
    int32_t arrivals;          /* how many these are */
};

/*
 * How particles in slabs are exchanged.  Each device has arrays for all particles.  Those in its slab, and in the ghost
 * layer on either side of it, are up to date; all others are somewhere else in its arrays, too.  A run takes its steps
 * one by one; after each but the last, devices pack the particles that they have moved and others need.  `where` has a
 * number for each particle, the layer that it was last known to be in.  It lies on the device, as the records do.
 *
 * An offload path can also pack while it moves particles, and begin its next step with those that have come: then it needs
 * no pass over all of them, and no `where`.
 */
struct tri_exchange {
    ptrdiff_t (*layers)(const struct tri_case *); /* of cells, in all */
    ptrdiff_t (*steps)(const struct tri_case *);  /* that a run takes */
    size_t bytes;                                 /* of a record */
    bool by_path; /* an offload path does what the next three do, by tri_case.traffic */
    void (*begin)(const struct tri_part *, int32_t *where); /* before the first step */
    struct tri_packed (*pack)(const struct tri_part *, int32_t *where, void *records);
    void (*unpack)(const struct tri_part *, int32_t *where, const void *records, int32_t n);
    /* Once the arrays are back in the part's memory: copies what the slab holds into the whole. */
    void (*gather)(const struct tri_part *, const struct tri_case *whole);
};

/* Where an offload path has left a result when it returns. */
enum tri_joined_on {
    TRI_NOT_JOINED,
    TRI_ON_DEVICE,
    TRI_ON_HOST /* there, too */
};

/*
 * How a case is divided among several devices (domain decomposition).  An integer parameter counts its rows, operands consist
 * of rows, and each device computes some of them.  If rows are distributed cyclically, paths ask tri_rows_of() for
 * theirs.
 *
 * A stencil reads neighbouring rows in every step.  So bands have a halo on either side.  Halo rows become
 * invalid from the outer edge inwards, one row a step; the halo is exchanged before that reaches the band itself.
 */
struct tri_division {
    enum tri_distribution how;
    int rows;       /* the parameter that counts them; of particles, too */
    ptrdiff_t unit; /* bands begin at its multiples; 0: at any row */
    bool
        divided[TRI_MAX_OPERANDS]; /* operands made of rows; each device has a copy of the others */
    bool stencil;                  /* if so: */
    int steps, from, to; /* the parameter that counts steps, and the operands read and written */
    const struct tri_stop *stop;         /* NULL: it takes all steps */
    const struct tri_exchange *exchange; /* of TRI_SLABS, of which no operand is divided */
    /* For results that are not rows: `join` is called when all parts have run.  It can read the parts' .joined operands, which
     * are neither divided nor TRI_IN; of a stencil, only if there is one part.  NULL: nothing has to be done. */
    enum tri_joined_on joined[TRI_SLOTS];
    void (*join)(const struct tri_case *whole, const struct tri_part *, size_t n);
};

/*
 * A variant: one way to write a hotspot's paths.  The first is plain, as in a textbook.  Each of the others
 * adds one optimisation; the last is tuned.
 */
struct tri_variant {
    const char *name;
    const char *idea; /* what it adds to the one before it, in a line */
    const char
        *needs; /* what it relies on that OpenMP does not guarantee, in a phrase; NULL: nothing */
    /* Whether a path of it can run with this compiler, device and environment; if not, *e says why in one
     * line.  The device has to be started.  NULL: it can run wherever the path can. */
    bool (*available)(enum tri_path, struct tri_error *e);
    /* If it sums in another order than the reference: a bound of the absolute difference that this can make.
     * NULL: it has to have the reference's bits.  Sums of inputs that are -1, 0 and 1 are exact in any order: an
     * audit wants the reference's bits there. */
    double (*apart)(const struct tri_case *reference);
    struct tri_follows follows;
    bool
        waits_awake; /* the host waits awake for its offload path, as a CUDA program does (tri_device_wait()) */
    /* The work of one run; NULL: the hotspot's .work. */
    struct tri_work (*work)(const struct tri_case *reference, enum tri_path);
    const struct tri_operand
        *scratch; /* additional arrays, in slots from TRI_MAX_OPERANDS on; or NULL */
    const struct tri_division *division; /* of its offload path; NULL: it runs on one device only */
    tri_path_fn *path[TRI_PATHS];        /* simd, avx2, offload; NULL: it has none */
    bool
        is_silent; /* its offload path has no *place, to say where it runs: what the runtime reports of kernels has to suffice */
    int returned; /* the operand that its offload path returns, counted from 1: a device has none of it; 0: it returns nothing */
};

struct tri_hotspot {
    const char *name;
    bool by_name;        /* programs run it only if it is named: it repeats a report */
    const char *formula; /* one line: what it computes */
    const char *unit;    /* of tri_work.units, plural */
    enum tri_precision precision;
    struct tri_param params[TRI_MAX_PARAMS + 1];       /* ends at .name == NULL */
    struct tri_operand operands[TRI_MAX_OPERANDS + 1]; /* ends at .name == NULL */
    struct tri_picture picture;
    struct tri_picture input; /* TRI_SAMPLES: an input operand that can be read from a file */
    /* The work of a case, computed from its parameters and its output. */
    struct tri_work (*work)(const struct tri_case *);
    tri_path_fn *origin, *reference; /* the paths that all variants share; .origin may be NULL */
    struct tri_variant plain;        /* the first variant */
    const struct tri_variant *tuned; /* the others, to .name == NULL (climb.c); NULL: none */
    struct tri_roles
        *roles; /* the library's own: of results whose role no table says; NULL: there is none */
};

/* ---- What the build reads from prototypes ---- */

/* The build writes this, and what calls a path: a C function whose arguments are parameters and arrays of the hotspot.
 * docs/your-own.md has the rules. */
struct tri_signature {
    const char *name; /* of the hotspot */
    struct {
        const char *name;
        enum tri_kind kind;        /* TRI_INTEGER, TRI_REAL or TRI_TEXT */
        int64_t smallest, largest; /* of a TRI_INTEGER: what its type in C can hold */
        int together;              /* the most parameters that an extent is a product of with it */
        bool is_count; /* the reference does something so often, and asks no more of it */
    } params[TRI_MAX_PARAMS + 1];
    struct {
        const char *name;
        enum tri_type type;
        bool is_const;
        bool is_read;        /* one that is not const: the reference reads it first */
        bool is_only_stored; /* the reference does nothing else with its elements */
        int rank, shape[TRI_MAX_RANK], each; /* .each 0: the table says its length */
        bool (*length_of)(const struct tri_case *, size_t *length); /* in place of .shape */
        bool is_text; /* of the parameter of the same name, and the 0 that ends it */
    } operands[TRI_MAX_OPERANDS + 1];
    struct {
        const char *variant;
        enum tri_path path;
        tri_path_fn *run;
        void (*function)(void); /* what it calls; NULL: an #if of its file leaves it out */
        bool is_silent;         /* it has no *place */
        int returned;           /* the operand that it returns, counted from 1; 0: none */
    } paths[3 * TRI_MAX_VARIANTS + 3];
    const struct tri_variant *tuned;     /* the object NAME_tuned, or NULL */
    const struct tri_division *division; /* NAME_division: of plain's offload path; or NULL */
};

/* The function of a path; NULL: there is none.  For the reference and the origin, which have no variants, the
 * variant may be NULL. */
tri_path_fn *tri_path_of(const struct tri_hotspot *, const struct tri_variant *, enum tri_path);

/* Whether any variant of the hotspot has the path. */
bool tri_has_path(const struct tri_hotspot *, enum tri_path);

/* False for the reference and the origin. */
bool tri_path_has_variants(enum tri_path);

/* Whether a path that is available can run in the variant (.available); if not, *e is .absent.  tri_case_run() asks it;
 * a program that calls a path's function itself has to ask first. */
bool tri_variant_available(const struct tri_variant *, enum tri_path, struct tri_error *e);

/* The allowed values of a parameter in words: "an integer from 1 to 100", or the choices. */
void tri_param_range(const struct tri_param *, char *text, size_t size);

/* The index of the parameter whose name is the first `length` characters of `name`; -1: none. */
int tri_param_named(const struct tri_hotspot *, const char *name, size_t length);

/* The slot of a result whose bounds (.absolute, .relative, .ulps) say nothing, since zeros for all of it would be within them of
 * the reference's; -1: there is none. */
int tri_case_loose(const struct tri_case *reference);

/* Whether all numbers of the case's results are finite. */
bool tri_case_is_finite(const struct tri_case *);

/* The operand in a slot, 0 to TRI_SLOTS - 1, of the hotspot or of the case's variant; NULL: the slot is
 * empty. */
const struct tri_operand *tri_operand_in(const struct tri_case *, int slot);

enum tri_role tri_operand_role(const struct tri_case *, int operand);

/* Whether the samples of .input set the parameter's value. */
bool tri_param_of_input(const struct tri_hotspot *, int param);

/* ---- For descriptions ------------------------------------------------------------------------ */

/* A pseudo-random initial value: element i, in [-1, 1), of stream 0 to TRI_MAX_OPERANDS - 1: of each operand its own.  It is
 * Weyl's sequence: the fractional parts of multiples of an irrational number. */
double tri_scattered(int stream, size_t i);

/* For .fill.  Scattered: reals in [-1, 1); integers from 0 up to .below, or else indices into any of the arrays.  Ramp: 0, 1, 2, …
 * Permutation: of 0 … n - 1.  Offsets: of the rows of a sparse matrix, from 0 to the value of .below, never descending. */
bool tri_fill_scattered(const struct tri_case *, int operand, struct tri_error *);
bool tri_fill_ramp(const struct tri_case *, int operand, struct tri_error *);
bool tri_fill_permutation(const struct tri_case *, int operand, struct tri_error *);
bool tri_fill_offsets(const struct tri_case *, int operand, struct tri_error *);

/* The text that the parameter of the operand's name is, and the 0 that ends it. */
bool tri_fill_text(const struct tri_case *, int operand, struct tri_error *);

/* The .value of an operand that is initialised to zero. */
double tri_zero(const struct tri_case *, size_t i);

/* The rows that a path computes: its row r is row first + r * step of the whole case.  `param` counts the rows of
 * the whole. */
struct tri_rows tri_rows_of(const struct tri_case *, int param);

/* Of `all` layers of cells, those whose particles a path moves; of `all` steps of a run, those that it takes: the first and
 * their number. */
struct tri_rows tri_layers_of(const struct tri_case *, ptrdiff_t all);
struct tri_rows tri_steps_of(const struct tri_case *, ptrdiff_t all);

/* ---- For target regions ---------------------------------------------------------------------- */

/* The number of teams for num_teams(), when the work has so many pieces.  On a GPU, one for each: the hardware
 * schedules them, while with the runtime's default, often fewer, the last ones may finish late.
 * Elsewhere one, since a single team has all threads of a CPU.  The device has to be started. */
int tri_teams(ptrdiff_t pieces);

/* The number of threads for thread_limit(): `usual`, unless the launch settings say otherwise. */
int tri_team_threads(int usual);

/* Whether a team of the device gets as many threads as it asks for, up to TRI_WHOLE_TEAM, for algorithms that
 * rely on it.  Not if the environment limits it (OMP_TEAMS_THREAD_LIMIT), nor with GCC, whose
 * threads are whole warps.  The device has to be started. */
enum { TRI_WHOLE_TEAM = 256 };
bool tri_whole_teams(void);

/* Whether the code that the device runs has tensor cores for double: an NVIDIA GPU's, from compute capability 8.0 on.
 * The device has to be started. */
bool tri_tensor_cores(void);

#ifdef __cplusplus
}
#endif
