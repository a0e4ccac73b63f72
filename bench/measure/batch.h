/* A batch: everything that one command measures, how, and where its rows go. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "audit.h"
#include "measure.h"
#include "peers.h"
#include "request.h"
#include "rows.h"
#include "table.h"
#include "triptych.h"

/* ---- sweep.c ---- */

/*
 * A sweep: settings that take several values in one run of bench.
 *
 *     bench julia --sweep variant=v0,v1,v2 size=1000,5000
 *     bench mandelbrot --sweep resolution=500,1000 threads=1,2 path=simd,avx2
 *
 * Each NAME=VALUE,VALUE,… is an axis: a parameter, or NAME:NAME for several that have the same value; a setting of a
 * launch (settings.def); or `path`, `variant` and `precision`, of which every table has several, so that such an axis
 * selects them.  Every combination is a separate
 * setup, measured and checked by itself; the last axis changes fastest.  A hotspot takes only the parameters
 * that it has.
 */

enum { MAX_AXES = 8, MAX_COMBINATIONS = 1000 };

struct sweep {
    const char *axis[MAX_AXES]; /* each a "name=value[,value…]", but path, variant and precision */
    size_t axes;
    bool path[TRI_PATHS], path_given;
    bool path_of_study; /* of a study, not of the user: a hotspot may lack some of them */
    bool wins;          /* what is swept and set, too, is not refused */
    bool weak;          /* the case grows with the devices or ranks: weak scaling */
    bool precision[TRI_PRECISIONS], precision_given;
    struct variant_names variants;
    bool variants_given;
    bool host_memory[TRI_HOST_MEMORIES]; /* of rows on a device; none: pageable */
    char devices[40];                    /* the axis made from --devices: one of them, and all */
    char ranks[40];                      /* the same where MPI has started several processes */
};

/* The settings of a combination; 0: the default. */
struct setup {
    struct tri_case c; /* not allocated */
    struct tri_launch launch;
};

/* Adds an axis; fills the request's error if it is wrong, as usage_error() does. */
error_t parse_axis(struct sweep *, struct request *, const char *text);

/* Prints the settings of a launch that may be an axis, with their ranges. */
void sweep_help(FILE *out);

/* Whether that kind of host memory is requested. */
bool sweeps_host_memory(const struct sweep *, enum tri_host_memory);

bool is_launch_axis(const char *axis);

/* Whether a parameter, the first one named in "name=value,...", is swept. */
bool sweeps_over(const struct sweep *, const char *settings);

bool sweep_given(const struct sweep *);

/* Whether nothing is set twice, and every axis is a launch setting or a parameter of a requested
 * hotspot. */
bool sweep_check(const struct sweep *, const struct request *, struct tri_error *e);

/* Makes an axis of --devices, or of ranks, where there are several. */
bool sweep_devices(struct sweep *, const struct request *, struct tri_error *e);

/* Enters into the request which paths, variants and precisions are swept. */
void sweep_tell(const struct sweep *, struct request *);

/* The number of combinations for a hotspot: one, if nothing of it is swept. */
size_t sweep_count(const struct sweep *, const struct tri_hotspot *);

/* Combination k: the case with its swept values, and the launch. */
bool sweep_setup(const struct sweep *, const struct tri_case *, size_t k, struct setup *,
                 struct tri_error *e);

/* The parameter that grows with devices and ranks: the one that counts what they share.  NULL: they share nothing. */
const struct tri_param *grown_param(const struct tri_hotspot *);

/* Makes the case so many times as large; the case that was made so many times as large. */
bool grow_case(struct tri_case *, int times, struct tri_error *e);
struct tri_case ungrown_case(const struct tri_case *, int times);

/* Whether two cases have the same parameters; the same value of parameter number i. */
bool same_case(const struct tri_case *, const struct tri_case *);
bool same_param(const struct tri_case *, const struct tri_case *, int i);

/* The swept names ("size,threads"), and their values in combination k ("1000,2"); "" if nothing is swept.  To be
 * freed; NULL: out of memory. */
char *sweep_names(const struct sweep *, const struct tri_hotspot *);
char *sweep_values(const struct sweep *, const struct tri_hotspot *, size_t k);

/* ---- plan.c ---- */

/*
 * The plan of a run: every setup of every requested hotspot and precision, in the order of
 * measurement.  It is made from the request once; the checks, the progress line and the measurement
 * all use the same plan.
 */

/* The setups of one hotspot in one precision: one table of bench. */
struct plan_table {
    const struct tri_hotspot *hotspot;
    struct tri_case base; /* set by --set and --input */
    size_t n;
    struct setup *setup;
    char **values; /* the swept values of each setup: "1000,2" */
    char *swept;   /* their names: "size,threads"; "" if nothing is swept */
    char *common;  /* the parameters that have one value in all setups, as "name=value,…" */
};

struct plan {
    size_t n;
    struct plan_table *table;
};

/* Makes the plan, and enters into the request which paths and precisions are swept.  A TRI_USAGE error if
 * something requested gives no setup.  plan_free() may be called after a failure, too. */
bool plan_make(struct plan *, const struct sweep *, struct request *, struct tri_error *e);
void plan_free(struct plan *);

/* Whether there is memory for each case and its reference, one after the other. */
bool plan_fits(const struct plan *, const struct sweep *, struct tri_error *e);

/* ---- resume.c ---- */

/*
 * The finished rows of an earlier run: `bench --resume FILE` measures only what is missing, and adds it.
 *
 * A row is done if the measurement, the build and the machine are the same
 * (tri_row_identity).  In a file of lines, an incomplete last row, of a run that was killed, is cut off and measured again.
 */

struct resume {
    const char *file;    /* NULL: no earlier run */
    struct store *store; /* its rows, of which those after one count */
    long long after;
    bool database;     /* else lines: */
    off_t size, whole; /* bytes: when it was read; of its complete rows */
};

/* Locks the file against other runs until the descriptor is closed: they would cut off rows of this
 * one.  False if another run has locked it; only regular files are locked. */
bool resume_lock(int fd, const char *option, const char *file, struct tri_error *e);

bool resume_read(struct resume *, const char *file, struct tri_error *e);
void resume_free(struct resume *);

/* Cuts off an incomplete row before anything is appended, unless something was appended since it was read. */
bool resume_cut(const struct resume *, int fd, struct tri_error *e);

/* Fills in a result from the row with its identity; false if there is none.  With `reps`, here and below,
 * the row must have as many repetitions. */
bool resume_take(const struct resume *, struct result *, size_t reps);

/* Whether there is a row of that identity that is absent for this reason, or (NULL) one that is not absent. */
bool resume_has(const struct resume *, const char *identity, const char *absent, size_t reps);

/* ---- The batch: made by measuring.c, rows_file.c and runs.c ---- */

struct batch {
    struct request request;
    unsigned given;                    /* the options of measuring that were given, a bit each */
    bool peer[MAX_PEERS], peers_given; /* given by name: one that cannot run is then an error */
    struct sweep sweep;
    struct plan plan;     /* made from the request and the sweep */
    size_t reps;          /* as in struct tri_effort; 0: until it is precise, or for a time */
    double seconds, goal; /* 0: the usual ones */
    const char *json, *db;
    int json_fd;         /* -1: none */
    bool json_is_new;    /* the file was created for them */
    struct store *store; /* where rows go; NULL: nowhere */
    struct resume resume;
    bool progress; /* even if stderr is not a terminal */
    bool require_offload, require_gpu, no_ceilings;
    bool summary;               /* a row for each hotspot instead of tables, */
    bool brief;                 /* and only what these show is measured */
    bool verbose;               /* tables with all their ceilings */
    enum tri_audit_level audit; /* of each path, before it is measured */
    FILE *out;                  /* of tables; NULL: none */
    struct store
        *shown; /* where all rows of this run go, what is absent and what was there before too;
                          * NULL: nowhere */
    bool disagreed;
};

/* The option that names the file of rows, which --resume goes on with; a study keeps them in memory
 * where there is none. */
static inline const char *rows_option(const struct batch *b)
{
    if (b->resume.file)
        return "--resume";
    return b->json ? "--json" : b->db ? "--db" : "rows";
}

/* Whether everything requested by name exists: paths of each hotspot, peers of some. */
bool batch_has_named(const struct batch *, struct tri_error *e);

/* Announces the whole plan to the progress line. */
void batch_announce(const struct batch *);

/* Measures the whole plan, and prints a table for each hotspot and precision, or a summary. */
bool batch_measure(struct batch *, struct tri_error *e);

/* ---- measuring.c ---- */

/*
 * The options of bench and study, which measure: what, how often, and where the rows
 * go.
 *
 *     struct mine { struct batch batch; … };
 *     static const struct argp_child children[] = {{&measuring_argp, 0, NULL, 0}, {0}};
 *
 * On ARGP_KEY_INIT a program hands down `state->child_inputs[0] = &mine->batch`.
 */

/* Fills a struct batch, whose request takes the options that all programs share. */
extern const struct argp measuring_argp;

/* Its options; and their bits in batch.given. */
enum {
    KEY_REPS = 0x200,
    KEY_SWEEP,
    KEY_PEERS,
    KEY_JSON,
    KEY_DB,
    KEY_RESUME,
    KEY_PROGRESS,
    KEY_REQUIRE,
    KEY_HOST_MEMORY,
    KEY_NO_CEILINGS,
    KEY_WEAK,
    KEY_TIME,
    KEY_GOAL,
    KEY_AUDIT
};
#define GIVEN(key) (1u << ((key) - KEY_REPS))

/* Whether only these options of measuring, and these groups of shared options, were given.  If not,
 * the error names the option, and says that `asked` only `does` what it does. */
bool only_given(const struct batch *, unsigned measuring, unsigned shared, const char *asked,
                const char *does, struct tri_error *e);

/* Whether no file that is written belongs to another option as well, including n files of the program. */
bool measuring_files_apart(const struct batch *, const struct named_file *own, size_t n,
                           struct tri_error *e);

/* Where the finished rows of a run that is interrupted are; NULL: nowhere. */
const char *rows_file(const struct batch *);

/* Opens the file of --resume, when the request is known to be valid; then the
 * file of --json or --db, which is cut to complete rows.  rows_close() closes both, also after a failure; a file that was
 * created for nothing is removed. */
bool rows_resume(struct batch *, struct tri_error *e);
bool rows_open(struct batch *, struct tri_error *e);
bool rows_close(struct batch *, bool good, struct tri_error *e);

/* Unbound threads may share cores for seconds after a serial part.  The runtime reads the binding
 * before main(), so this restarts the program with OMP_PROC_BIND=true, unless the user has set it. */
void keep_threads_apart(char **argv);
