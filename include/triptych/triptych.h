/*
 * Triptych: a compute hotspot, one C source, three ways.
 *
 *     #include <triptych/triptych.h>
 *
 *     struct tri_case c;
 *     struct tri_error e;
 *     tri_case_init(&c, tri_hotspot_named("mandelbrot", TRI_DOUBLE));
 *     if (!tri_case_set(&c, "resolution=500", &e) || !tri_case_allocate(&c, &e)
 *         || !tri_case_run(&c, TRI_OFFLOAD, &e))
 *         return tri_report("example", &e);
 *     const int32_t *escape_time = tri_case_operand(&c, "count");
 *     tri_case_free(&c);
 *
 * Here is what it takes to run a hotspot and to compare its paths.  hotspot.h is for who writes one of
 * their own, measure.h for who times them.
 *
 * Functions that can fail return false and fill a `struct tri_error`.  None may be called by two threads at
 * once.
 */
#ifndef TRIPTYCH_H
#define TRIPTYCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TRIPTYCH_VERSION_MAJOR 0
#define TRIPTYCH_VERSION_MINOR 1
#define TRIPTYCH_VERSION_PATCH 0
#define TRIPTYCH_VERSION "0.1.0"

/* The library's, which may be another than the header's. */
const char *tri_version(void);

/* ---- Errors ------------------------------------------------------------------------------- */

/* The exit status of the programs; an error carries the one it leads to. */
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

/* Whether the processor has the instructions that this build's hotspots are compiled for; without them, running one
 * ends in SIGILL. */
bool tri_processor_suffices(struct tri_error *e);

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

/* ---- Hotspots ------------------------------------------------------------------------------- */

struct tri_hotspot; /* hotspot.h has them all */
struct tri_variant;

/* The hotspots there are: those of the library (every file of src/hotspots, in the order of their names,
 * then those of src/reports), or those that a program has put in their place. */
size_t tri_hotspot_count(void);
const struct tri_hotspot *tri_hotspot_at(size_t i, enum tri_precision); /* NULL after the last */
const struct tri_hotspot *tri_hotspot_named(const char *name, enum tri_precision); /* NULL: none */

/* A hotspot in both precisions, and the file that describes it, for messages. */
struct tri_entry {
    const struct tri_hotspot *of[TRI_PRECISIONS];
    const char *file;
};

/* Puts these, which have to outlive their use, in the place of all others.  `version` is
 * TRIPTYCH_VERSION.  A description that is wrong, or one for another version of the library, is a TRI_USAGE
 * error that names file and field, and leaves the hotspots as they were. */
bool tri_hotspots_use(const char *version, const struct tri_entry *, size_t n, struct tri_error *e);

/* The variants in their order, plain first; NULL after the last. */
const struct tri_variant *tri_variant_at(const struct tri_hotspot *, size_t i);
size_t tri_variant_count(const struct tri_hotspot *);
const struct tri_variant *tri_variant_named(const struct tri_hotspot *, const char *name);
const struct tri_variant *tri_variant_last(const struct tri_hotspot *);

/* ---- A case: a hotspot with its parameters and operands -------------------------------------- */

enum {
    TRI_MAX_PARAMS = 16,
    TRI_MAX_OPERANDS = 12, /* of a hotspot */
    TRI_MAX_SCRATCH = 6,   /* of a variant, besides */
    TRI_SLOTS = TRI_MAX_OPERANDS + TRI_MAX_SCRATCH,
    TRI_MAX_VARIANTS = 16,
    TRI_MAX_RANK = 3,
    TRI_MAX_CHOICES = 8,
    TRI_ALIGNMENT = 64, /* bytes: where operands begin */
};

union tri_value {
    int64_t integer; /* TRI_INTEGER, and the index of a TRI_CHOICE */
    double real;     /* TRI_REAL */
};

struct tri_samples; /* an image: hotspot.h */

/* Rows first, first + step, …, count of them. */
struct tri_rows {
    ptrdiff_t first, step, count;
};

struct tri_case {
    const struct tri_hotspot *hotspot;
    const struct tri_variant *variant; /* whose paths run on it, and whose scratch it has */
    union tri_value value[TRI_MAX_PARAMS];
    bool given[TRI_MAX_PARAMS]; /* set by the user, not by default */
    size_t length[TRI_SLOTS];   /* numbers: elements times .each */
    void *operand[TRI_SLOTS]; /* the hotspot's, then the variant's scratch; NULL until allocated */
    size_t bound[TRI_SLOTS];  /* bytes, where it is the caller's memory */
    int *ran_on;              /* an enum tri_place, written inside the offload region */
    const struct tri_samples *input; /* NULL, or what the hotspot's .input holds */
    /* Of a device's part (hotspot.h): the rows that were dealt to it, or the layers of its slab; and the steps until
     * it hears from the others.  Zeros: all. */
    struct tri_rows rows, steps;
    struct tri_parts *parts; /* on several devices, while its operands are there; else NULL */
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

/* Writes "name=value,…" of every parameter into text; returns the length it needs, as snprintf. */
int tri_case_describe(const struct tri_case *, char *text, size_t size);

/* Makes the caller's memory, which has to outlive the case, that of an operand ("count"), once all parameters
 * are set and before the case is allocated.  What paths read of it are the caller's values.  A TRI_USAGE
 * error, which leaves the case as it was, where there is no such operand, it has another number of bytes, or
 * the address is no multiple of TRI_ALIGNMENT. */
bool tri_case_bind(struct tri_case *, const char *operand, void *memory, size_t bytes,
                   struct tri_error *e);

/* The operand of that name; NULL: there is none, or it has no memory. */
void *tri_case_operand(const struct tri_case *, const char *operand);

/* Allocates the operands that are not bound, fills those that are read and poisons the others.  More than the
 * machine's memory is a TRI_USAGE error, before anything is touched. */
bool tri_case_allocate(struct tri_case *, struct tri_error *e);
void tri_case_free(struct tri_case *);

/* Makes the case ready for a run that can be checked: what is read gets its first values again (but for what
 * is bound), all else is overwritten with a pattern that no path produces. */
void tri_case_poison(struct tri_case *);

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

/* ---- The device -------------------------------------------------------------------------------- */

/* Starts the default device, once a process: loads the runtime and the image and runs a probe
 * region.  False, with the cause, if the region would not run on a device. */
bool tri_device_start(struct tri_error *e);

int tri_devices(void);                 /* devices that the OpenMP runtime offers */
enum tri_place tri_device_place(void); /* where the probe region ran */
const char *tri_device_name(void);     /* "NVIDIA H100 80GB HBM3", or the host's CPU */

#ifdef __cplusplus
}
#endif

#endif
