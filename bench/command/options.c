/* The command line that the programs share, on top of glibc's argp. */
#define _GNU_SOURCE /* program_invocation_short_name */
#include "request.h"

#include "build_info.h"
#include "help.h"
#include "lost.h"
#include "output.h"

#include <errno.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    KEY_PATH = 0x100,
    KEY_VARIANT,
    KEY_PRECISION,
    KEY_SET,
    KEY_THREADS,
    KEY_DEVICES,
    KEY_HALO,
    KEY_INPUT,
    KEY_HELP,
    KEY_VERSION
};

/* Every program parses all of these options, so that one that it does not take is refused by name.  Help and
 * completion leave those out.  The arguments are OPTION_HIDDEN, or 0. */
#define SHARED_OPTIONS(WHICH, HOW, REST, OUTPUT)                                                \
    {                                                                                           \
        { "path", KEY_PATH, "LIST", OPTION_OFTEN | (WHICH),                                     \
          "any of reference, simd, avx2, offload, origin", 0 },                                 \
        { "variant", KEY_VARIANT, "LIST", OPTION_OFTEN | (WHICH),                               \
          "variants of the hotspots (see --help HOTSPOT), or all", 0 },                         \
        { "precision", KEY_PRECISION, "LIST", OPTION_OFTEN | (WHICH), "float, double", 0 },     \
        { "set", KEY_SET, "NAME=VALUE,...", OPTION_OFTEN | (HOW),                               \
          "set parameters of the hotspots", 0 },                                                \
        { "threads", KEY_THREADS, "N", OPTION_OFTEN | (HOW), "number of CPU threads", 0 },      \
        { "devices", KEY_DEVICES, "N|all|I,J,...", (REST),                                      \
          "share offload among N devices, all, or the devices of these numbers; bench also "    \
          "measures on one of them",                                                            \
          0 },                                                                                  \
        { "halo", KEY_HALO, "WAY", (REST),                                                      \
          "how halos travel between ranks (mpirun): staged through the host, direct between "   \
          "devices, or auto, direct where the MPI can",                                         \
          0 },                                                                                  \
        { "input", KEY_INPUT, "FILE", (REST), "a PNG image, for a hotspot that takes one", 0 }, \
        { "output", 'o', "FILE", OPTION_OFTEN | (OUTPUT),                                       \
          "write the result to FILE, whole or not at all", 0 },                                 \
        { "help", KEY_HELP, "WHAT", OPTION_ARG_OPTIONAL,                                        \
          "show the most useful options; of a hotspot: its parameters and variants; "           \
          "=all: everything",                                                                   \
          -1 },                                                                                 \
        { "version", KEY_VERSION, NULL, 0, "show the version and exit", -1 },                   \
        { 0 },                                                                                  \
    }

enum { HIDE = OPTION_HIDDEN };
static const struct argp_option request_options[] = SHARED_OPTIONS(0, 0, 0, 0),
                                window_options[] = SHARED_OPTIONS(0, 0, HIDE, HIDE),
                                rows_options[] = SHARED_OPTIONS(0, HIDE, HIDE, 0),
                                output_options[] = SHARED_OPTIONS(HIDE, HIDE, HIDE, 0);

/* ---- Parsing ---- */

/* The parser's status after --help and --version: parsing ends without an error. */
enum { ANSWERED = ECANCELED };

static error_t parse_set(struct request *r, const char *assignments)
{
    if (!*assignments)
        return usage_error(r, "--set: has to be name=value");
    if (r->sets == MAX_SETTINGS)
        return usage_error(r, "--set: no more than %d times", MAX_SETTINGS);
    r->set[r->sets++] = assignments;
    return 0;
}

static error_t parse_threads(struct request *r, const char *text)
{
    long n;
    if (!parse_integer(r, "--threads", text, 1, TRI_MAX_THREADS, &n))
        return EINVAL;
    r->threads = (int)n;
    r->threads_given = true;
    return 0;
}

static void fill_defaults(struct request *r)
{
    r->hotspots_given = r->hotspots > 0;
    for (int p = 0; p < TRI_PRECISIONS && !r->precisions_given; p++)
        r->precision[p] = true;
    for (int p = 0; p < TRI_PATHS && !r->paths_given; p++)
        r->path[p] = p != TRI_ORIGIN;
    for (size_t i = 0; !r->hotspots_given && i < tri_hotspot_count(); i++)
        if (!tri_hotspot_at(i, TRI_DOUBLE)->by_name)
            r->hotspot[r->hotspots++] = tri_hotspot_at(i, TRI_DOUBLE)->name;
}

static const char *halo_way_at(size_t i, const void *unused)
{
    return i < TRI_HALO_WAYS ? tri_halo_way_name((enum tri_halo_way)i) : NULL;
}

/* Ranks on one node divide its processors, unless OMP_NUM_THREADS is set, or the launcher has bound each rank to
 * fewer. */
static int usual_threads(void)
{
    int threads = omp_get_max_threads(), ranks = tri_ranks_of_node();
    int share = (int)sysconf(_SC_NPROCESSORS_ONLN) / ranks;
    if (ranks > 1 && !getenv("OMP_NUM_THREADS") && threads > share)
        threads = share > 1 ? share : 1;
    int most = getenv("OMP_NUM_THREADS") ? TRI_MAX_THREADS : omp_get_thread_limit();
    most = most < TRI_MAX_THREADS ? most : TRI_MAX_THREADS;
    return threads < most ? threads : most;
}

/* A row says how many threads it had: with fewer than were asked for, it would not be true. */
static bool allows_threads(struct request *r)
{
    int limit = omp_get_thread_limit();
    return r->threads <= limit ||
           usage_error(r,
                       "--threads=%d: has to be from 1 to %d, which OMP_THREAD_LIMIT allows "
                       "(OMP_NUM_THREADS is the default)",
                       r->threads, limit) == 0;
}

/* The word that argp stopped at.  Within a group such as "-abc", argp has not moved past the word yet, so it is
 * the next one. */
static const char *word_of_error(const struct argp_state *state)
{
    const char *last = state->argv[state->next > 0 ? state->next - 1 : 0];
    return *last != '-' && state->next < state->argc ? state->argv[state->next] : last;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct request *r = state->input;
    switch (key) {
    case ARGP_KEY_INIT: *r = (struct request){ .threads = usual_threads() }; return 0;
    case KEY_PATH:
        r->paths_given = true;
        r->paths_by = "--path";
        return parse_paths(r, r->paths_by, arg, r->path);
    case KEY_PRECISION:
        r->precisions_given = true;
        return parse_precisions(r, "--precision", arg, r->precision);
    case KEY_VARIANT:
        r->variants_given = true;
        return parse_variants(r, "--variant", arg, &r->variants);
    case KEY_SET: return parse_set(r, arg);
    case KEY_THREADS: return parse_threads(r, arg);
    case KEY_DEVICES: return parse_devices(r, arg);
    case KEY_HALO: r->halo_given = true; return parse_name(r, "--halo", arg, halo_way_at, &r->halo);
    case KEY_INPUT: r->input = arg; return 0;
    case 'o': r->output = arg; return 0;
    case KEY_HELP: return help_answer(stdout, arg, state, r) ? ANSWERED : EINVAL;
    case KEY_VERSION:
        printf("triptych " TRIPTYCH_VERSION " (" TRIPTYCH_PRESET ", " TRIPTYCH_COMPILER ")\n");
        return ANSWERED;
    case ARGP_KEY_ARG: return parse_hotspots(r, arg);
    case ARGP_KEY_END: fill_defaults(r); return 0;
    case ARGP_KEY_ERROR: r->stopped_at = word_of_error(state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* Rows may be of hotspots that this program does not have. */
static error_t parse_for_rows(int key, char *arg, struct argp_state *state)
{
    error_t status = parse(key, arg, state);
    if (key == ARGP_KEY_INIT)
        ((struct request *)state->input)->names_of_rows = true;
    return status;
}

const struct argp request_argp = { request_options, parse, NULL, NULL, NULL, help_hotspots };
const struct argp window_argp = { window_options, parse };
const struct argp rows_argp = { rows_options, parse_for_rows };
const struct argp output_argp = { output_options, parse };

/* ---- Errors of options, in one line ---- */

/* argp has stopped at `word`: an unknown option, or one with a missing or unwanted value. */
static void explain(struct request *r, const struct argp *argp, const char *word)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    const char *bare = name + strspn(name, "-");
    for (size_t i = 0; option_name_at(i, argp); i++)
        if (strcmp(option_name_at(i, argp), bare) == 0 || strcmp(name, "-o") == 0) {
            usage_error(r, "%s: %s a value (see --help)", name,
                        strchr(word, '=') ? "does not take" : "needs");
            return;
        }
    const char *near = tri_nearest(bare, option_name_at, argp);
    usage_error(r, "unknown option %s%s%s%s (see --help)", name, near ? "; did you mean --" : "",
                near ? near : "", near ? "?" : "");
}

static bool parse_words(const struct argp *argp, int argc, char **argv, void *input,
                        struct request *request)
{
    error_t status =
        argp_parse(argp, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP | ARGP_NO_EXIT, NULL, input);
    if (status == 0) {
        omp_set_num_threads(request->threads);
        return allows_threads(request) &&
               (tri_ranks_choose_way((enum tri_halo_way)request->halo, &request->error) ||
                name_option("--halo", &request->error)) &&
               (!request->input || request_read_input(request));
    }
    if (status == ANSWERED)
        exit(finish(program_invocation_short_name, true, false, &request->error));
    if (request->error.status == TRI_AGREED && status == ENOMEM)
        tri_fail(&request->error, TRI_FAILED, "out of memory");
    else if (request->error.status == TRI_AGREED)
        explain(request, argp, request->stopped_at ? request->stopped_at : "");
    return false;
}

bool parse_options(const struct argp *argp, int argc, char **argv, void *input,
                   struct request *request, struct tri_error *e)
{
    note_what_is_lost();
    bool good = parse_words(argp, argc, argv, input, request);
    if (!good)
        *e = request->error;
    return good;
}
