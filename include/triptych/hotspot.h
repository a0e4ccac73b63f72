/*
 * A hotspot's description: what a file like src/hotspots/vecadd.c ends with.
 *
 * A hotspot is a value of `struct tri_hotspot`: its parameters, its operands, its work and its paths, as
 * data.  Everything else reads that description: the command line and its checks, allocation, comparison,
 * timing, result rows.
 */
#ifndef TRIPTYCH_HOTSPOT_H
#define TRIPTYCH_HOTSPOT_H

#include "triptych.h"

#ifdef __cplusplus
extern "C" {
#endif

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

enum tri_type { TRI_INT32, TRI_UINT16, TRI_FLOATING }; /* TRI_FLOATING: of its precision */

enum tri_role {
    TRI_IN,      /* only read */
    TRI_OUT,     /* all of it is written; compared */
    TRI_INOUT,   /* read and changed, by a timed run from what the one before has left; compared */
    TRI_SCRATCH, /* room to work in, never compared; what has a .value is left by paths as found */
    TRI_ABSENT   /* no memory at all */
};

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

/* An image as it is in a PNG file: grey, grey and alpha, RGB or RGBA. */
struct tri_samples {
    ptrdiff_t width, height;
    int channels, depth; /* 1 to 4; 8 or 16 bits */
    uint16_t *sample;    /* height x width x channels, row 0 at the top */
    const char *file;    /* where they are from, or NULL; as it was named, not copied */
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

typedef void tri_path_fn(const struct tri_case *);

/* The launch settings (further down) that a variant honours: other values do the same work in another
 * way.  The rest is part of its algorithm. */
struct tri_follows {
    bool schedule;         /* CPU: its parallel loops say schedule(runtime) */
    bool teams;            /* offload: its regions say num_teams(tri_teams(…)), */
    bool threads_per_team; /* and thread_limit(tri_team_threads(…)) */
};

/* ---- Several devices ---- */

/* What one of several devices has of a case. */
struct tri_part {
    struct tri_case c; /* a case of its own, with fewer rows */
    int device;        /* OpenMP's number */
    ptrdiff_t first,
        rows;      /* the first of the whole's rows that are its own, and how many those are */
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

enum tri_dealing {
    TRI_BANDS, /* a device gets rows that lie together */
    TRI_DEALT, /* device d of n gets rows d, d + n, d + 2n, …: where rows take unlike times */
    TRI_SLABS, /* particles: a device gets those in some layers of cells that lie together */
};

/* What a device has packed for the others after a step: records of particles that it has moved. */
struct tri_packed {
    int32_t count; /* of records */
    bool far;      /* some are of particles that have come two layers off the slab, or farther */
};

/*
 * How particles in slabs are exchanged.  Each device has arrays for all particles.  Those in its slab, and in the ghost
 * layer on either side of it, are up to date; all others are somewhere else in its arrays, too.  A run takes its steps
 * one by one; after each but the last, devices pack the particles that they have moved and others need.  `where` has a
 * number for each particle, the layer that it was last known to be in.  It lies on the device, as the records do.
 */
struct tri_exchange {
    ptrdiff_t (*layers)(const struct tri_case *);           /* of cells, in all */
    ptrdiff_t (*steps)(const struct tri_case *);            /* that a run takes */
    size_t bytes;                                           /* of a record */
    void (*begin)(const struct tri_part *, int32_t *where); /* before the first step */
    struct tri_packed (*pack)(const struct tri_part *, int32_t *where, void *records);
    void (*unpack)(const struct tri_part *, int32_t *where, const void *records, int32_t n);
    /* Once the arrays are back in the part's memory: copies what the slab holds into the whole. */
    void (*gather)(const struct tri_part *, const struct tri_case *whole);
};

/*
 * How several devices share a case.  Its rows are what an integer parameter counts, and operands consist of them;
 * each device computes some of them (domain decomposition).  Where rows are dealt, paths ask tri_rows_of() which
 * are theirs.
 *
 * A stencil reads its neighbours' rows in every step.  So bands have a halo on either side, and exchange it before
 * the wrong values at its outer edge, which move inwards by a row with each step, have come to the band itself.
 */
struct tri_division {
    enum tri_dealing how;
    int rows;                       /* the parameter that counts them; of particles, too */
    ptrdiff_t unit;                 /* bands begin at its multiples; 0: at any row */
    bool divided[TRI_MAX_OPERANDS]; /* consist of rows; of the others, devices have copies */
    bool stencil;                   /* then: */
    int steps, from, to; /* the parameter that counts steps, and the operands read and written */
    const struct tri_stop *stop;         /* NULL: it takes all steps */
    const struct tri_exchange *exchange; /* of TRI_SLABS, of which no operand is divided */
    /* What has to be done when a part has run, by its thread, and then when all have: for results that are not
     * rows.  NULL: nothing. */
    void (*after)(const struct tri_part *);
    void (*join)(const struct tri_case *whole, const struct tri_part *, size_t n);
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
    const struct tri_division *division; /* of its offload path; NULL: for one device only */
    tri_path_fn *path[TRI_PATHS];        /* simd, avx2, offload; NULL: it has none */
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

/* What is in a slot, 0 to TRI_SLOTS - 1: the description of an operand, of the hotspot or of the case's
 * variant; NULL: nothing. */
const struct tri_operand *tri_operand_in(const struct tri_case *, int slot);

enum tri_role tri_operand_role(const struct tri_case *, int operand);

/* Whether the parameter's value comes with the samples of .input. */
bool tri_param_of_input(const struct tri_hotspot *, int param);

/* ---- For descriptions ------------------------------------------------------------------------ */

/* A first value that looks like chance: element i, in [-1, 1), of one of two streams, 0 and 1.  Weyl's
 * sequence: multiples of an irrational number without their whole part. */
double tri_scattered(int stream, size_t i);

/* The .value of an operand that begins as zeros. */
double tri_zero(const struct tri_case *, size_t i);

/* The rows that a path computes: its row number r is row first + r * step of the picture that parameters
 * describe.  `param` counts the rows of all of it. */
struct tri_rows tri_rows_of(const struct tri_case *, int param);

/* The layers of cells whose particles a path moves, of so many, and the steps that it takes of a run's; the first and their number. */
struct tri_rows tri_layers_of(const struct tri_case *, ptrdiff_t all);
struct tri_rows tri_steps_of(const struct tri_case *, ptrdiff_t all);

/* ---- For target regions ---------------------------------------------------------------------- */

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

#ifdef __cplusplus
}
#endif

#endif
