/*
 * The compiler that probes are tried with: the one that built this program, or the one that --cc names.
 *
 * Of another one nothing is known but its command.  Its preprocessor says which compiler and version it is; from
 * that follow the flags that it gets if --flags names none, and it is asked where its OpenMP runtime lies.
 */
#pragma once

#include "feature.h"

#include <limits.h>

struct feature_compiler {
    bool of_build;
    char name[100];      /* "clang 19.1.7"; of a compiler that does not say: its command */
    const char *flags;   /* those of the build or of --flags, or: */
    char usual[200];     /* that such a compiler gets */
    char target[100];    /* what regions are compiled for, as far as the flags tell; or "" */
    char path[PATH_MAX]; /* the command, absolute */
    char *command;       /* a shell's, that makes `probe` of probe.c; to be freed */
};

/* The file that a command's name means, as a shell finds it, with an absolute path.  False: none that can be run. */
bool feature_compiler_find(const char *command, char path[static PATH_MAX]);

/* Asks the requested compiler, in a folder for what it leaves behind. */
bool feature_compiler_ask(const char *folder, const struct feature_request *,
                          const struct feature_machine *, struct feature_compiler *,
                          struct tri_error *e);

/* What the flags say that regions are compiled for: "nvptx sm_90", "x86_64 host plugin"; "": nothing. */
void feature_target_of(const char *flags, char *target, size_t size);
