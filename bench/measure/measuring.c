/* The options of programs that measure. */
#include "batch.h"

#include "audits.h"
#include "help.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Filled in before it is shown: see tell_sweep(). */
static char sweep_doc[400];

static const struct argp_option options[] = {
    { "time", KEY_TIME, "SECONDS", 0, "how long each contender is timed at most (3)", 0 },
    { "precision-goal", KEY_GOAL, "PERCENT", 0,
      "end earlier, when the 95 % interval of its median is as narrow (1)", 0 },
    { "reps", KEY_REPS, "N", 0, "instead, so many times, whatever the precision", 0 },
    { "sweep", KEY_SWEEP, "NAME=V1,V2,...", OPTION_OFTEN, sweep_doc, 0 },
    { "peers", KEY_PEERS, "NAME,...", OPTION_ARG_OPTIONAL | OPTION_OFTEN,
      "also measure peers, such as CUDA and libraries: the usual ones, or these (--list of bench shows them)",
      0 },
    { "json", KEY_JSON, "FILE", OPTION_OFTEN, "append a JSON row for each measurement to FILE", 0 },
    { "db", KEY_DB, "FILE", 0,
      "add each measurement to FILE, an SQLite database; a repeated one replaces the earlier one",
      0 },
    { "resume", KEY_RESUME, "FILE", 0,
      "continue an interrupted run: measure what is missing in FILE (of --json or --db), and add it",
      0 },
    { "progress", KEY_PROGRESS, NULL, 0,
      "show what is running and how long it will take, even if stderr is not a terminal", 0 },
    { "require-offload", KEY_REQUIRE, "gpu", OPTION_ARG_OPTIONAL,
      "fail if offload cannot run on a device; with =gpu, on a device that is a GPU", 0 },
    { "host-memory", KEY_HOST_MEMORY, "LIST", 0,
      "pageable, pinned: the host memory that offload and its peers copy from and to", 0 },
    { "no-ceilings", KEY_NO_CEILINGS, NULL, 0,
      "do not measure what this machine can do: faster, but no rate has a ceiling beside it", 0 },
    { "weak", KEY_WEAK, NULL, 0,
      "weak scaling: on N devices or ranks, N times as many of the rows that they share", 0 },
    { "audit", KEY_AUDIT, "LEVEL", 0,
      "off, brief, quick or all: how each path is checked before it is measured, as by compare",
      0 },
    { 0 },
};

static const char *host_memory_at(size_t i, const void *unused)
{
    return i < TRI_HOST_MEMORIES ? tri_host_memory_name((enum tri_host_memory)i) : NULL;
}

static error_t parse_require(struct batch *b, const char *arg)
{
    if (arg && strcmp(arg, "gpu") != 0)
        return usage_error(&b->request,
                           "--require-offload=%.40s: has to be gpu, or without a value", arg);
    b->require_offload = true;
    b->require_gpu = arg;
    return 0;
}

static error_t parse_reps(struct batch *b, const char *arg)
{
    long reps;
    if (!parse_integer(&b->request, "--reps", arg, 1, TRI_MAX_REPS, &reps))
        return EINVAL;
    b->reps = (size_t)reps;
    return 0;
}

/* *value: the number divided by `unit`. */
static error_t parse_number(struct batch *b, const char *option, const char *arg, double least,
                            double most, double unit, double *value)
{
    char *end;
    double number = strtod(arg, &end);
    if (end == arg || (*end && strcmp(end, unit == 1 ? "s" : "%") != 0) ||
        !(number >= least && number <= most))
        return usage_error(&b->request, "%s=%.40s: has to be a number of %s from %g to %g", option,
                           arg, unit == 1 ? "seconds" : "percent", least, most);
    *value = number / unit;
    return 0;
}

static error_t parse_audit(struct batch *b, const char *arg)
{
    struct tri_error why;
    return audit_level(arg, &b->audit, &why) ? 0 : usage_error(&b->request, "%s", why.text);
}

static void tell_sweep(void)
{
    size_t used = 0;
    for (size_t i = 0; tri_name_of_runs(i) && used < sizeof sweep_doc; i++)
        used +=
            (size_t)snprintf(sweep_doc + used, sizeof sweep_doc - used, "%s%s",
                             i ? ", " : "measure with each of these values of a parameter, or of ",
                             tri_name_of_runs(i));
    if (used < sizeof sweep_doc)
        snprintf(sweep_doc + used, sizeof sweep_doc - used,
                 "; several axes (NAME=V1,... NAME=V1,...) are combined");
}

/* Also takes NAME=VALUE,... after an option off the command line, which argp cannot do. */
static error_t parse_sweep(struct batch *b, const char *arg, struct argp_state *state)
{
    error_t status = parse_axis(&b->sweep, &b->request, arg);
    while (status == 0 && state->next < state->argc && *state->argv[state->next] != '-' &&
           strchr(state->argv[state->next], '='))
        status = parse_axis(&b->sweep, &b->request, state->argv[state->next++]);
    return status;
}

static error_t parse_peers(struct batch *b, const char *arg)
{
    b->peers_given = arg;
    if (!peer_name(0, NULL))
        return usage_error(&b->request, "--peers: none of these hotspots has any");
    if (!arg)
        choose_usual_peers(b->peer);
    return arg ? parse_list(&b->request, "--peers", arg, peer_name, b->peer) : 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct batch *b = state->input;
    if (key >= KEY_REPS && key <= KEY_AUDIT)
        b->given |= GIVEN(key);
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &b->request;
        tell_sweep();
        return 0;
    case KEY_REPS: return parse_reps(b, arg);
    case KEY_TIME: return parse_number(b, "--time", arg, 0.001, 3600, 1, &b->seconds);
    case KEY_GOAL: return parse_number(b, "--precision-goal", arg, 0.001, 100, 100, &b->goal);
    case KEY_SWEEP: return parse_sweep(b, arg, state);
    case KEY_PEERS: return parse_peers(b, arg);
    case KEY_JSON: b->json = arg; return 0;
    case KEY_DB: b->db = arg; return 0;
    case KEY_RESUME: b->resume.file = arg; return 0;
    case KEY_PROGRESS: b->progress = true; return 0;
    case KEY_REQUIRE: return parse_require(b, arg);
    case KEY_HOST_MEMORY:
        return parse_list(&b->request, "--host-memory", arg, host_memory_at, b->sweep.host_memory);
    case KEY_NO_CEILINGS: b->no_ceilings = true; return 0;
    case KEY_WEAK: b->sweep.weak = true; return 0;
    case KEY_AUDIT: return parse_audit(b, arg);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = { { &request_argp, 0, "Which runs:", 1 }, { 0 } };

/* After all options, the settings of a run. */
static char *help_settings(int key, const char *text, void *input)
{
    return help_after(key, text, sweep_help);
}

const struct argp measuring_argp = { options, parse, NULL, NULL, children, help_settings };

/* ---- What goes with what ---- */

bool only_given(const struct batch *b, unsigned measuring, unsigned shared, const char *asked,
                const char *does, struct tri_error *e)
{
    for (size_t i = 0; options[i].name; i++)
        if (b->given & ~measuring & GIVEN(options[i].key))
            return tri_fail(e, TRI_USAGE, "--%s: %s %s and does nothing else", options[i].name,
                            asked, does);
    return request_only(&b->request, shared, asked, does, e);
}

/* ---- Threads ---- */

void keep_threads_apart(char **argv)
{
    int ranks, rank; /* if there are several, their launcher decides where they run */
    bool launched = tri_ranks_launched(&ranks, &rank) && ranks > 1;
    if (!launched && !getenv("OMP_PROC_BIND") && setenv("OMP_PROC_BIND", "true", 1) == 0)
        execv("/proc/self/exe", argv);
}
