/* check -- the verdict on a loop of your own: triptych check FILE.c */
#include "programs.h"
#include "compare.h"
#include "process.h"
#include "output.h"
#include "project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: triptych check FILE.c [OPTIONS OF compare]\n\n"
    "Builds the loop of FILE.c in a folder that is removed afterwards, and compares its paths with the reference: the\n"
    "file defines NAME_reference and any of NAME_offload, NAME_simd and NAME_avx2. `triptych new NAME DIR --from FILE.c`\n"
    "makes a project of it, which measures, too. A path that does not end within --timeout SECONDS (1 to 86400; 60 unless\n"
    "it is given) is wrong; with --audit off there is no such limit.\n\n"
    "Status: 0 all paths that can run here are right (if offload cannot, the verdict is incomplete, and --path offload\n"
    "makes it an error), 1 one is wrong, or none can run, 2 the file cannot be taken.\n";

/* An option that compare does not know is told before anything is built. */
static bool check_options(int argc, char **argv, bool *has_limit, struct tri_error *e)
{
    char **words = calloc((size_t)argc + 1, sizeof *words); /* argp puts them into another order */
    struct compare k = { .json = NULL };
    if (!words)
        return tri_fail(e, TRI_FAILED, "out of memory");
    memcpy(words, argv, (size_t)argc * sizeof *words);
    bool good = compare_options(&k, argc, words, e);
    *has_limit = good && (k.timeout > 0 || compare_runs_here(&k));
    json_decref(k.json);
    free(words);
    return good;
}

/* argv[1] is the file; the time limit goes before the options that follow it. */
static bool check_file(int argc, char **argv, int *status, struct tri_error *e)
{
    bool has_limit;
    char limit[] = "--timeout=60", **words = calloc((size_t)argc + 1, sizeof *words);
    bool good = words ? check_options(argc - 1, argv + 1, &has_limit, e)
                      : tri_fail(e, TRI_FAILED, "out of memory");
    if (good) {
        memcpy(words + !has_limit, argv + 2, (size_t)(argc - 2) * sizeof *words);
        if (!has_limit)
            words[0] = limit;
        good = try_file(argv[1], words, status, e);
    }
    free(words);
    return good;
}

/* Without a file in the first place. */
static bool fail_words(int argc, char **argv, struct tri_error *e)
{
    bool unused, is_known = argc < 2 || check_options(argc, argv, &unused, e);
    bool is_unknown = !is_known && strncmp(e->text, "unknown option", 14) == 0;
    return !is_unknown && tri_fail(e, TRI_USAGE, "takes a FILE.c first (see --help)");
}

int tri_check(int argc, char **argv)
{
    struct tri_error e;
    int status = TRI_USAGE;
    if (ranks_refuse("check", &status))
        return status;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return finish("triptych check", true, false, &e);
    }
    bool good = argc > 1 && *argv[1] != '-' ? check_file(argc, argv, &status, &e)
                                            : fail_words(argc, argv, &e);
    return good ? status : finish("triptych check", false, false, &e);
}
