/*
 * doctor --features: which OpenMP features does this compiler support, on this device?
 *
 * A probe is a small program for one feature, in a file of features/, whose first line says what it tests.  The
 * compiler that built this program compiles it with the same flags, or another one does (feature_compiler.c).  It runs
 * in a separate process: once with the default setting, and once with OMP_TARGET_OFFLOAD=MANDATORY.
 */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "child.h"
#include "triptych.h"

struct feature {
    const char *name, *source;
    char since[8]; /* the OpenMP version that introduced it: "4.5" */
    char meaning[160];
};

/* Reads the first line of a probe's source; false if it does not say "since: meaning". */
bool feature_read(struct feature *, const char *name, const char *source);

enum { MAX_FEATURES = 100 };

/* Their names, NULL after the last. */
const char *feature_at(size_t i, const void *unused);

/* The *n marked probes, by the version that introduced their feature.  To be freed; NULL: an error. */
struct feature *features_marked(const bool marked[MAX_FEATURES], size_t *n, struct tri_error *e);

enum ending { NOT_RUN, ON_DEVICE, ON_HOST, CRASHED, HUNG, ENDINGS };

/* The two runs of a probe. */
enum { AS_IT_IS, MANDATORY, RUNS };

struct feature_result {
    const struct feature *feature;
    bool compiles;
    enum ending ending[RUNS];
    bool right;     /* in both, on the device */
    char note[240]; /* the message of the compiler or the process, if it failed; or "" */
};

void feature_judge(const struct child *compilation, const struct child run[RUNS],
                   struct feature_result *);

bool feature_works(const struct feature_result *);

/* Where its runs ended, the worse of both.  A run on the host stays that, though MANDATORY ends it: so OpenMP wants it. */
enum ending feature_ending(const struct feature_result *);

/* The name of an ending in rows, NULL of NOT_RUN; and in tables. */
extern const char *const feature_endings[ENDINGS], *const feature_marks[ENDINGS];

/* Compares two features, for qsort(): by the version that introduced them, then by name. */
int feature_by_age(const void *, const void *);

struct feature_build {
    const char *compiler, *flags, *version, *cpu;
    const char *preset, *target, *device; /* NULL: no preset's; not known; none */
};

/* As a table, or as an array of rows in JSON. */
void features_print(FILE *, const struct feature_build *, const struct feature_result *, size_t n);
bool features_write(FILE *, const struct feature_build *, const struct feature_result *, size_t n,
                    struct tri_error *e);

enum { FEATURES_TEXT, FEATURES_JSON };

struct feature_request {
    bool marked[MAX_FEATURES];
    const char *cc, *flags; /* of --cc and --flags; both NULL: those of the build */
    int form;
};

struct feature_machine {
    char device[96]; /* that regions of this build run on; "": none */
    char gpu[96];    /* the first NVIDIA GPU; "": none */
    int arch;        /* its architecture, 90 of sm_90; 0: there is none */
};

/* What a process of this program finds out. */
void feature_machine(struct feature_machine *);

/* Compiles and runs the marked probes, and writes the results.  *holes: some do not work. */
bool features(const struct feature_request *, const struct feature_machine *, FILE *, bool *holes,
              struct tri_error *e);

/* ---- Several compilers ------------------------------------------------------------------------ */

enum { MAX_COMPARED = 20 };

/* The results in files of rows, side by side: a column for each file. */
bool features_compare(const char *const *file, size_t files, FILE *, struct tri_error *e);

/* ---- feature_compiler.c ---- */

/*
 * The compiler that probes are tried with: the one that built this program, or the one that --cc names.
 *
 * Of another one nothing is known but its command.  Its preprocessor says which compiler and version it is; from
 * that follow the flags that it gets if --flags names none, and it is asked where its OpenMP runtime lies.
 */

struct feature_compiler {
    bool of_build;
    char name[100];      /* "clang 19.1.7"; of a compiler that does not say: its command */
    const char *flags;   /* those of the build or of --flags, or: */
    char usual[200];     /* that such a compiler gets */
    char target[100];    /* what regions are compiled for, as far as the flags tell; or "" */
    char path[PATH_MAX]; /* the command, absolute */
    char *command;       /* a shell's, that makes `probe` of probe.c; to be freed */
};

/* Asks the requested compiler, in a folder for what it leaves behind. */
bool feature_compiler_ask(const char *folder, const struct feature_request *,
                          const struct feature_machine *, struct feature_compiler *,
                          struct tri_error *e);

/* What the flags say that regions are compiled for: "nvptx sm_90", "x86_64 host plugin"; "": nothing. */
void feature_target_of(const char *flags, char *target, size_t size);
