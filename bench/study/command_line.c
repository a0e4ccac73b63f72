/* What bench can be asked for, and what of it goes together. */
#include "command_line.h"

#include "study.h"

#include <errno.h>
#include <string.h>

/* ---- Options ---- */

enum {
    KEY_REPS = 0x200,
    KEY_ALL,
    KEY_SWEEP,
    KEY_JSON,
    KEY_DB,
    KEY_RESUME,
    KEY_PROGRESS,
    KEY_LIST,
    KEY_REQUIRE,
    KEY_DOCTOR,
    KEY_DRAW,
    KEY_ROWS,
    KEY_VERSUS,
    KEY_STUDY,
    KEY_FIGURES,
    KEY_PAGE,
    KEY_TOLERANCE,
    KEY_PEERS,
    KEY_COLD,
    KEY_PARTS,
    KEY_STUDIES, /* --study list */
    KEYS_END
};

static const struct argp_option options[] = {
    { "reps", KEY_REPS, "N", 0, "repetitions of each timing (10, fewer where they take long)", 2 },
    { "all", KEY_ALL, NULL, 0,
      "show all of every hotspot: without it, a bare bench sums them up on one screen", 2 },
    { "sweep", KEY_SWEEP, "NAME=V1,V2,...", 0,
      "measure with each of these values of a parameter, or of threads, schedule, teams, "
      "threads-per-team, path, variant, precision; of several (NAME=V1,... NAME=V1,...), with all combinations",
      2 },
    { "peers", KEY_PEERS, "NAME,...", OPTION_ARG_OPTIONAL,
      "measure what would be used instead as well, the usual or what is named (see --list)", 2 },
    { "json", KEY_JSON, "FILE", 0, "append a JSON row for each measurement to FILE", 2 },
    { "db", KEY_DB, "FILE", 0,
      "add each measurement to FILE, an SQLite database; done again, it takes the earlier one's place",
      2 },
    { "resume", KEY_RESUME, "FILE", 0,
      "go on with a run that came to no end: do what FILE, of --json or --db, does not hold, and add it",
      2 },
    { "progress", KEY_PROGRESS, NULL, 0,
      "say what is running and how long it will take, where stderr is no terminal too", 2 },
    { "draw", KEY_DRAW, "FIGURE", 0,
      "draw a figure of --rows as -o FILE.svg or FILE.png, and exit (--list names figures)", 2 },
    { "rows", KEY_ROWS, "FILE,...", 0,
      "what --json or --db has written: to be drawn, or shown by --study instead of measuring", 2 },
    { "study", KEY_STUDY, "NAME,...", 0,
      "rerun experiments of the reports; all: every one of them, list: what they are", 2 },
    { "figures", KEY_FIGURES, "DIR", 0, "draw the figures of --study into DIR, as SVG and PNG", 2 },
    { "page", KEY_PAGE, "FILE.html", 0,
      "write what --study shows as a page (of all: studies.html, if not said)", 2 },
    { "versus", KEY_VERSUS, "A B ...", 0,
      "set what --json or --db has written into files side by side, and exit: 1, if a row of A is slower "
      "elsewhere by more than the tolerance, is missing, or differs",
      2 },
    { "tolerance", KEY_TOLERANCE, "PERCENT", 0, "of --versus (5)", 2 },
    { "require-offload", KEY_REQUIRE, "gpu", OPTION_ARG_OPTIONAL,
      "fail if offload cannot run on a device; with =gpu, on a device that is a GPU", 2 },
    { "list", KEY_LIST, NULL, 0,
      "list hotspots, variants, figures, paths, peers and devices, and exit", 2 },
    { "cold", KEY_COLD, "PEER", OPTION_HIDDEN, NULL, 2 }, /* see cold.h */
    { "parts", KEY_PARTS, NULL, OPTION_HIDDEN, NULL, 2 }, /* see study/breakdown.c */
    { "doctor", KEY_DOCTOR, NULL, 0, "find out why offload does not run on the GPU, and exit", 2 },
    { 0 },
};

/* Of struct bench, given. */
#define BIT(key) (1u << ((key) - KEY_REPS))

static error_t parse_require(struct bench *b, const char *arg)
{
    if (arg && strcmp(arg, "gpu") != 0)
        return usage_error(&b->request,
                           "--require-offload=%.40s: has to be gpu, or without a value", arg);
    b->require_offload = true;
    b->require_gpu = arg;
    return 0;
}

static error_t parse_reps(struct bench *b, const char *arg)
{
    long reps;
    if (!parse_integer(&b->request, "--reps", arg, 1, TRI_MAX_REPS, &reps))
        return EINVAL;
    b->reps = (size_t)reps;
    return 0;
}

/* Also takes what follows like NAME=VALUE,..., which argp knows nothing of, off the command line. */
static error_t parse_sweep(struct bench *b, const char *arg, struct argp_state *state)
{
    error_t status = parse_axis(&b->sweep, &b->request, arg);
    while (status == 0 && state->next < state->argc && *state->argv[state->next] != '-' &&
           strchr(state->argv[state->next], '='))
        status = parse_axis(&b->sweep, &b->request, state->argv[state->next++]);
    return status;
}

/* Takes the other files off the command line, too. */
static error_t parse_files(struct bench *b, const char *arg, struct argp_state *state)
{
    error_t status = parse_versus(&b->versus, &b->request, arg);
    while (status == 0 && state->next < state->argc && *state->argv[state->next] != '-')
        status = parse_versus(&b->versus, &b->request, state->argv[state->next++]);
    return status;
}

static error_t parse_draw(struct bench *b, const char *arg)
{
    int i = 0;
    error_t status = parse_name(&b->request, "--draw", arg, figure_at, &i);
    if (status == 0)
        b->figure = &figures[i];
    return status;
}

static error_t parse_study(struct bench *b, const char *arg)
{
    error_t status = 0;
    bool list = strcmp(arg, "list") == 0, all = strcmp(arg, "all") == 0;
    b->given |= BIT(list ? KEY_STUDIES : KEY_STUDY);
    b->list_studies |= list;
    b->all_studies |= all;
    for (size_t i = 0; all && study_at(i, NULL); i++)
        b->study[i] = true;
    if (!list && !all)
        status = parse_list(&b->request, "--study", arg, study_at, b->study);
    b->studies = 0;
    for (size_t i = 0; study_at(i, NULL); i++)
        b->studies += b->study[i];
    return status;
}

static error_t parse_peers(struct bench *b, const char *arg)
{
    b->peers_given = arg;
    if (!arg)
        choose_usual_peers(b->peer);
    return arg ? parse_list(&b->request, "--peers", arg, peer_name, b->peer) : 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct bench *b = state->input;
    if (key >= KEY_REPS && key < KEYS_END && key != KEY_STUDY)
        b->given |= BIT(key);
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &b->request; return 0;
    case KEY_REPS: return parse_reps(b, arg);
    case KEY_ALL: b->all = true; return 0;
    case KEY_SWEEP: return parse_sweep(b, arg, state);
    case KEY_JSON: b->json = arg; return 0;
    case KEY_DB: b->db = arg; return 0;
    case KEY_RESUME: b->resume.file = arg; return 0;
    case KEY_PROGRESS: b->progress = true; return 0;
    case KEY_LIST: b->list = true; return 0;
    case KEY_REQUIRE: return parse_require(b, arg);
    case KEY_DRAW: return parse_draw(b, arg);
    case KEY_ROWS: b->rows = arg; return 0;
    case KEY_STUDY: return parse_study(b, arg);
    case KEY_FIGURES: b->figures = arg; return 0;
    case KEY_PAGE: b->page = arg; return 0;
    case KEY_VERSUS: return parse_files(b, arg, state);
    case KEY_TOLERANCE: return parse_tolerance(&b->versus, &b->request, arg);
    case KEY_PEERS: return parse_peers(b, arg);
    case KEY_COLD: b->cold = true; return parse_peers(b, arg);
    case KEY_PARTS: b->parts = true; return 0;
    case KEY_DOCTOR: b->doctor = true; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = { { &request_argp, 0, "Which runs:", 1 }, { 0 } };
const struct argp bench_argp = {
    options,
    parse,
    "[HOTSPOT,...]",
    "Time every path of every hotspot, check its output against the reference, and set its rate "
    "against what this machine can do.",
    children,
    NULL,
    NULL,
};

/* ---- What goes with what ---- */

#define MEASURING                                                                    \
    (BIT(KEY_REPS) | BIT(KEY_SWEEP) | BIT(KEY_PEERS) | BIT(KEY_JSON) | BIT(KEY_DB) | \
     BIT(KEY_RESUME) | BIT(KEY_PROGRESS) | BIT(KEY_REQUIRE))
#define SHOWING (BIT(KEY_FIGURES) | BIT(KEY_PAGE))

/* What all programs take: -o, WHICH runs, and HOW they are made. */
enum { OUTPUT = 1, WHICH = 2, HOW = 4, ALL_SHARED = OUTPUT | WHICH | HOW };

/* What bench does is said by options; the first of these whose options are all given. */
static const struct mode {
    const char *name, *does;
    unsigned asked, takes; /* by these options, and these go with it, */
    unsigned shared;       /* and of what all programs take */
} modes[] = {
    { "--cold", "", BIT(KEY_COLD), ~0u, ALL_SHARED },
    { "--parts", "", BIT(KEY_PARTS), ~0u, ALL_SHARED },
    { "--doctor", "looks at this machine", BIT(KEY_DOCTOR), 0, 0 },
    { "--list", "lists", BIT(KEY_LIST), 0, OUTPUT },
    { "--versus", "reads rows", BIT(KEY_VERSUS), BIT(KEY_TOLERANCE), OUTPUT | WHICH },
    { "--draw", "reads rows", BIT(KEY_DRAW), BIT(KEY_ROWS), OUTPUT | WHICH },
    { "--study list", "lists", BIT(KEY_STUDIES), 0, OUTPUT },
    { "--study with --rows", "reads rows", BIT(KEY_STUDY) | BIT(KEY_ROWS),
      SHOWING | BIT(KEY_SWEEP) | BIT(KEY_PEERS) | BIT(KEY_PROGRESS), ALL_SHARED },
    { "--study", "measures", BIT(KEY_STUDY), SHOWING | MEASURING, ALL_SHARED },
    { "bench", "measures", 0, MEASURING | BIT(KEY_ALL), ALL_SHARED },
};

/* What is of use to some mode only. */
static const struct {
    int key;
    const char *home;
} guests[] = {
    { KEY_TOLERANCE, "--versus A B ..." },
    { KEY_ROWS, "--draw FIGURE, or with --study NAME" },
    { KEY_FIGURES, "--study NAME" },
    { KEY_PAGE, "--study NAME" },
};

static const char *option_of(int key)
{
    for (size_t i = 0; options[i].name; i++)
        if (options[i].key == key)
            return options[i].name;
    return "study";
}

static bool shared_agree(const struct mode *mode, const struct request *r, struct tri_error *e)
{
    const struct {
        const char *name;
        bool given;
        unsigned kind;
    } shared[] = {
        { "-o", r->output, OUTPUT },
        { r->hotspot[0], r->hotspots_given, WHICH },
        { "--path", r->paths_given, WHICH },
        { "--precision", r->precisions_given, WHICH },
        { "--variant", r->variants_given, WHICH },
        { "--set", r->sets > 0, HOW },
        { "--threads", r->threads_given, HOW },
        { "--input", r->input, HOW },
    };
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if (shared[i].given && !(mode->shared & shared[i].kind))
            return tri_fail(e, TRI_USAGE, "%s: %s %s and does nothing else", shared[i].name,
                            mode->name, mode->does);
    return true;
}

bool wants_summary(const struct bench *b)
{
    const unsigned fits = BIT(KEY_REPS) | BIT(KEY_JSON) | BIT(KEY_DB) | BIT(KEY_RESUME) |
                          BIT(KEY_PROGRESS) | BIT(KEY_REQUIRE);
    const struct request *r = &b->request;
    return !(b->given & ~fits) && !r->hotspots_given && !r->paths_given && !r->variants_given;
}

bool options_agree(const struct bench *b, struct tri_error *e)
{
    const struct mode *mode = modes;
    while ((b->given & mode->asked) != mode->asked)
        mode++;
    unsigned extra = b->given & ~(mode->asked | mode->takes);
    for (size_t i = 0; i < sizeof guests / sizeof *guests; i++)
        if (extra & BIT(guests[i].key))
            return tri_fail(e, TRI_USAGE, "--%s: goes with %s", option_of(guests[i].key),
                            guests[i].home);
    for (int key = KEY_REPS; key < KEYS_END; key++)
        if (extra & BIT(key))
            return tri_fail(e, TRI_USAGE, "--%s: %s %s and does nothing else", option_of(key),
                            mode->name, mode->does);
    return shared_agree(mode, &b->request, e);
}
