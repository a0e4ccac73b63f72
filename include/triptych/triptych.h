/*
 * Triptych: compute hotspots, each in one C source, in three versions.
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
 * This header is for running hotspots and comparing their paths, hotspot.h for your own, measure.h for timing them.
 * Functions that can fail return false and fill a `struct tri_error`.  No function may be called by two threads at
 * the same time.
 */
#pragma once

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

/* The version of the library, which may differ from the header's. */
const char *tri_version(void);

/* ---- Errors ------------------------------------------------------------------------------- */

/* The exit status of the programs; each error has the one that it leads to. */
enum tri_status {
    TRI_AGREED = 0, /* done, and all results agree */
    TRI_FAILED = 1, /* a result differs, or something failed */
    TRI_USAGE = 2,  /* the request was wrong; nothing was done */
};

struct tri_error {
    enum tri_status status;
    bool absent;    /* machine or build cannot run the path or the variant: none was run */
    char text[400]; /* one line without a newline: what is wrong, and what is allowed */
};

/* Fills *e (unless NULL) and returns false, so that a failing function can end in `return tri_fail(…)`. */
bool tri_fail(struct tri_error *e, enum tri_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes "program: text" to stderr and returns the status to exit with. */
int tri_report(const char *program, const struct tri_error *e);

/* Whether the processor has the instructions of this build's hotspots; without them, a run ends in SIGILL. */
bool tri_processor_suffices(struct tri_error *e);

/* ---- Precisions, paths, places ------------------------------------------------------------- */

enum tri_precision { TRI_FLOAT, TRI_DOUBLE, TRI_PRECISIONS };

enum tri_path {
    TRI_ORIGIN,    /* the hotspot as first published, for comparison */
    TRI_REFERENCE, /* the definition, a plain loop: on all threads for checks, on one when timed */
    TRI_SIMD,      /* omp parallel for + simd */
    TRI_AVX2,      /* AVX2 and FMA intrinsics, in threads */
    TRI_OFFLOAD,   /* omp target teams, mostly with distribute parallel for: on a device */
    TRI_PATHS
};

/* Where a region ran, found out inside it. */
enum tri_place {
    TRI_NOWHERE = -1, /* it never ran: the region was skipped */
    TRI_CPU,          /* the initial device: no offload */
    TRI_HOST_PLUGIN,  /* a device of the offload runtime that runs on the CPU */
    TRI_GPU,
    TRI_PLACES
};

const char *tri_precision_name(enum tri_precision);
const char *tri_path_name(enum tri_path);
const char *tri_path_meaning(enum tri_path);
const char *tri_place_name(enum tri_place);

/* Whether this machine and build can run the path; if not, *e is .absent. */
bool tri_path_available(enum tri_path, struct tri_error *e);

/* ---- Hotspots ------------------------------------------------------------------------------- */

struct tri_hotspot; /* see hotspot.h for these three */
struct tri_variant;
struct tri_samples;

/* The hotspots: the library's (src/hotspots by name, then those that run only if they are named), or those that a program has put in their place. */
size_t tri_hotspot_count(void);
const struct tri_hotspot *tri_hotspot_at(size_t i, enum tri_precision); /* NULL after the last */
const struct tri_hotspot *tri_hotspot_named(const char *name, enum tri_precision); /* NULL: none */

/* For the hotspot NAME the build defines NAME_entry. */
struct tri_entry {
    const struct tri_hotspot *of[TRI_PRECISIONS];          /* its tables */
    const char *file;                                      /* for messages */
    const struct tri_signature *signature[TRI_PRECISIONS]; /* NULL: the table says all */
    const char *build_kind, *races; /* TRI_BUILD_KIND and TRI_RACES, where it was built */
};

/* Replaces all hotspots by these, 64 at most, which have to outlive their use; `version` is TRIPTYCH_VERSION.  If one is
 * described wrongly, or for another version, a TRI_USAGE error names file and field, and nothing is replaced. */
bool tri_hotspots_use(const char *version, const struct tri_entry *const *, size_t n,
                      struct tri_error *e);

/* The variants in their order, plain first; NULL after the last. */
const struct tri_variant *tri_variant_at(const struct tri_hotspot *, size_t i);
size_t tri_variant_count(const struct tri_hotspot *);
const struct tri_variant *tri_variant_named(const struct tri_hotspot *, const char *name);
const struct tri_variant *tri_variant_last(const struct tri_hotspot *);

/* ---- A case: a hotspot with its parameters and operands -------------------------------------- */

enum {
    TRI_MAX_PARAMS = 16,
    TRI_MAX_OPERANDS = 12, /* of a hotspot */
    TRI_MAX_SCRATCH = 6,   /* of a variant, in addition */
    TRI_SLOTS = TRI_MAX_OPERANDS + TRI_MAX_SCRATCH,
    TRI_MAX_VARIANTS = 16,
    TRI_MAX_RANK = 3,
    TRI_ALIGNMENT = 64, /* alignment of operands, in bytes */
};

union tri_value {
    int64_t integer;  /* TRI_INTEGER, and the index of a TRI_CHOICE */
    double real;      /* TRI_REAL */
    const char *text; /* TRI_TEXT: it stays, one for all that are alike */
};

/* Rows first, first + step, …, count of them. */
struct tri_rows {
    ptrdiff_t first, step, count;
};

struct tri_case {
    const struct tri_hotspot *hotspot;
    const struct tri_variant *variant; /* its paths run on the case, which has its scratch */
    union tri_value value[TRI_MAX_PARAMS];
    bool given[TRI_MAX_PARAMS]; /* set by the user, not by default */
    int inputs; /* an enum tri_inputs (hotspot.h): how those that are floating begin */
    size_t length[TRI_SLOTS]; /* numbers: elements times .each */
    void *operand[TRI_SLOTS]; /* the hotspot's, then the variant's scratch; NULL until allocated */
    size_t bound[TRI_SLOTS];  /* bytes, if it is the caller's memory */
    int *ran_on;              /* an enum tri_place, written inside the offload region */
    const struct tri_samples *input; /* the image of the hotspot's .input, or NULL */
    /* Of a device's part (hotspot.h): its rows or layers, and the steps until the next exchange.  Zeros: all. */
    struct tri_rows rows, steps;
    const struct tri_traffic *traffic; /* if its path exchanges particles by itself; else NULL */
    struct tri_parts *parts; /* on several devices, while its operands are on them; else NULL */
};

/* Makes a case of the plain variant, with all parameters at their defaults. */
void tri_case_init(struct tri_case *, const struct tri_hotspot *);

/* Changes the case to this variant of its hotspot.  If it is allocated, it gets this variant's scratch for that of the
 * previous one.  If that does not fit, a TRI_USAGE error; the case then stays as it was. */
bool tri_case_choose(struct tri_case *, const struct tri_variant *, struct tri_error *e);

/* Applies "name=value[,name=value…]" and updates the defaults that depend on them.  An unknown name, a value that is
 * malformed or out of range, or extents whose product does not fit are TRI_USAGE errors; the case stays as it was. */
bool tri_case_set(struct tri_case *, const char *assignments, struct tri_error *e);

/* Makes a case of a hotspot's plain variant with another's values of what both have; not allowed: a TRI_USAGE error. */
bool tri_case_like(struct tri_case *, const struct tri_hotspot *, const struct tri_case *like,
                   struct tri_error *e);

/* Makes the samples, which have to outlive the case, the initial values of the hotspot's .input, which it has to have,
 * and sets the parameters of its size.  If the user has set one of them, or one is out of range, a TRI_USAGE error. */
bool tri_case_take(struct tri_case *, const struct tri_samples *, struct tri_error *e);

/* The value of a parameter by its name; the hotspot has to have it. */
union tri_value tri_case_value(const struct tri_case *, const char *param);

/* Writes "name=value,…" of every parameter into text; returns the length needed, as snprintf does. */
int tri_case_describe(const struct tri_case *, char *text, size_t size);

/* Uses the caller's memory, which has to outlive the case, for an operand ("count"); called when all parameters are set,
 * and before the case is allocated.  Paths read the caller's values.  If there is no such operand, it has another number
 * of bytes, or the address is no multiple of TRI_ALIGNMENT, a TRI_USAGE error; the case then stays as it was. */
bool tri_case_bind(struct tri_case *, const char *operand, void *memory, size_t bytes,
                   struct tri_error *e);

/* The operand of that name; NULL: there is none, or it has no memory. */
void *tri_case_operand(const struct tri_case *, const char *operand);

/* Allocates the operands that are not bound, initialises those that are read and poisons the others.  If the machine
 * has not enough memory, a TRI_USAGE error, before anything is allocated. */
bool tri_case_allocate(struct tri_case *, struct tri_error *e);
void tri_case_free(struct tri_case *);

/* Prepares the case for a run that can be checked: operands that are read get their initial values again (except bound
 * ones), all others are overwritten with a pattern that no path produces. */
void tri_case_poison(struct tri_case *);

/* Whether a run reads the operand's values, and whether it writes a result to it. */
bool tri_operand_is_read(const struct tri_case *, int operand);
bool tri_operand_is_written(const struct tri_case *, int operand);

size_t tri_operand_bytes(const struct tri_case *, int operand);
size_t tri_case_bytes(const struct tri_case *);

/* Whether there is memory for so many copies of the case; if not, a TRI_USAGE error names what to make smaller. */
bool tri_case_fits(const struct tri_case *, size_t copies, struct tri_error *e);

/* Runs one path over the operands, unless path or variant is .absent.  An offload that did not run on a device fails. */
bool tri_case_run(struct tri_case *, enum tri_path, struct tri_error *e);

/* ---- Comparison ------------------------------------------------------------------------------ */

/* How two outputs differ, over every operand that is written.  Floating elements of two precisions are
 * compared after rounding to the narrower one; NaN equals NaN; +0 and −0 differ. */
struct tri_difference {
    size_t points;    /* numbers compared */
    size_t different; /* those of them whose bits differ, by more than their operand's bounds */
    size_t within;    /* those of them whose bits differ, by no more */
    size_t integers;  /* those of them that are integers, which have no tolerance */
    size_t first;     /* the index of the first that differs (if any) */
    double largest;   /* the largest absolute difference; infinite if one is NaN */
    double max_ulps;  /* the largest distance in units in the last place; 0 for integers */
};

struct tri_difference tri_case_difference(const struct tri_case *, const struct tri_case *);

/* Whether a difference from the reference is allowed for the variant. */
bool tri_agrees(const struct tri_variant *, const struct tri_case *reference,
                const struct tri_difference *);

/* ---- The device -------------------------------------------------------------------------------- */

/* Starts the default device, once per process.  False, with the reason, if a probe region does not run there. */
bool tri_device_start(struct tri_error *e);
int tri_devices(void);                 /* devices that the OpenMP runtime offers */
enum tri_place tri_device_place(void); /* where the probe region ran */
const char *tri_device_name(void);     /* "NVIDIA H100 80GB HBM3", or the host's CPU */

#ifdef __cplusplus
}
#endif
