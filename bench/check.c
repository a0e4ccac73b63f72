/* check -- the verdict on a loop of your own: triptych check FILE.c */
#include "build_info.h"
#include "programs.h"
#include "compare_options.h"
#include "launched.h"
#include "output.h"
#include "try.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: triptych check FILE.c [OPTIONS OF compare]\n\n"
    "Builds the loop of FILE.c in a folder that is removed afterwards, and compares its paths with the reference: the\n"
    "file defines NAME_reference and any of NAME_offload, NAME_simd and NAME_avx2. `triptych new NAME DIR --from FILE.c`\n"
    "makes a project of it, which measures, too. A path that does not end within --timeout SECONDS (1 to 86400; 60 unless\n"
    "it is given) is wrong; with --audit off there is no such limit. Where all paths run on the CPU, those that are right\n"
    "are tried once more without optimisation (-O0, 600 seconds), which shows races that registers hide.\n\n"
    "Status: 0 all paths that can run here are right (if offload cannot, the verdict is incomplete, and --path offload\n"
    "makes it an error), 1 one is wrong, or none can run, 2 the file cannot be taken.\n";

/* What a GPU does without optimisation has not been tried. */
#define RUNS_ON_HOST (!TRIPTYCH_OFFLOAD || strstr(TRIPTYCH_OFFLOAD_TARGET, "host plugin"))

/* What the options say: a limit of time, or none by their nature; and that each path is run once, in compare's own process. */
struct asked {
    bool has_limit, runs_once;
};

/* An option that compare does not know is told before anything is built. */
static bool check_options(int argc, char **argv, struct asked *asked, struct tri_error *e)
{
    char **words = calloc((size_t)argc + 1, sizeof *words); /* argp puts them into another order */
    struct compare k = { .json = NULL };
    if (!words)
        return tri_fail(e, TRI_FAILED, "out of memory");
    memcpy(words, argv, (size_t)argc * sizeof *words);
    bool good = compare_options(&k, argc, words, e);
    asked->runs_once = good && compare_runs_here(&k);
    asked->has_limit = good && (k.timeout > 0 || asked->runs_once);
    json_decref(k.json);
    free(words);
    return good;
}

/* The options that follow the file, argv[1], behind a limit of time, which may be NULL.  NULL: no memory. */
static char **words_of(int argc, char **argv, char *limit)
{
    char **words = calloc((size_t)argc + 1, sizeof *words);
    if (!words)
        return NULL;
    words[0] = limit;
    memcpy(words + (limit != NULL), argv + 2, (size_t)(argc - 2) * sizeof *words);
    return words;
}

static bool check_file(int argc, char **argv, int *status, struct tri_error *e)
{
    struct asked asked;
    char limit[] = "--timeout=60", patience[] = "--timeout=600";
    if (!check_options(argc - 1, argv + 1, &asked, e))
        return false;
    char **words = words_of(argc, argv, asked.has_limit ? NULL : limit),
         **unoptimised = words_of(argc, argv, asked.has_limit ? NULL : patience);
    bool good = words && unoptimised
                    ? try_file(argv[1], words,
                               RUNS_ON_HOST && !asked.runs_once ? unoptimised : NULL, status, e)
                    : tri_fail(e, TRI_FAILED, "out of memory");
    free(words);
    free(unoptimised);
    return good;
}

/* Without a file in the first place. */
static bool fail_words(int argc, char **argv, struct tri_error *e)
{
    struct asked unused;
    bool is_known = argc < 2 || check_options(argc, argv, &unused, e);
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
