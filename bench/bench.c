/* bench -- how fast?  Every hotspot, every path that can run, both precisions. */
#include "bench.h"

#include "cold.h"
#include "doctor.h"
#include "files.h"
#include "interrupt.h"
#include "progress.h"
#include "study/rerun.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Command line ---- */

enum {
    KEY_REPS = 0x200,
    KEY_SWEEP,
    KEY_JSON,
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
    { "sweep", KEY_SWEEP, "NAME=V1,V2,...", 0,
      "measure with each of these values of a parameter, or of threads, schedule, teams, "
      "threads-per-team, path, precision; of several (NAME=V1,... NAME=V1,...), with all combinations",
      2 },
    { "peers", KEY_PEERS, "NAME,...", OPTION_ARG_OPTIONAL,
      "measure what would be used instead as well, the usual or what is named (see --list)", 2 },
    { "json", KEY_JSON, "FILE", 0, "append a JSON row for each measurement to FILE", 2 },
    { "resume", KEY_RESUME, "FILE", 0,
      "go on with a run that came to no end: do what FILE does not hold, and append it", 2 },
    { "progress", KEY_PROGRESS, NULL, 0,
      "say what is running and how long it will take, where stderr is no terminal too", 2 },
    { "draw", KEY_DRAW, "FIGURE", 0,
      "draw a figure of --rows as -o FILE.svg or FILE.png, and exit (--list names figures)", 2 },
    { "rows", KEY_ROWS, "FILE,...", 0,
      "what --json has written: to be drawn, or shown by --study instead of measuring", 2 },
    { "study", KEY_STUDY, "NAME,...", 0,
      "rerun experiments of the reports; all of them with all, and list names them", 2 },
    { "figures", KEY_FIGURES, "DIR", 0, "draw the figures of --study into DIR, as SVG and PNG", 2 },
    { "page", KEY_PAGE, "FILE.html", 0,
      "write what --study shows as a page (of all: studies.html, if not said)", 2 },
    { "versus", KEY_VERSUS, "A B ...", 0,
      "set what --json has written into files side by side, and exit: 1, if a row is slower than in A "
      "by more than the tolerance and the spread",
      2 },
    { "tolerance", KEY_TOLERANCE, "PERCENT", 0, "of --versus (5)", 2 },
    { "require-offload", KEY_REQUIRE, "gpu", OPTION_ARG_OPTIONAL,
      "fail if offload cannot run on a device; with =gpu, on a device that is a GPU", 2 },
    { "list", KEY_LIST, NULL, 0, "list hotspots, paths and devices, and exit", 2 },
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
    case KEY_SWEEP: return parse_sweep(b, arg, state);
    case KEY_JSON: b->json = arg; return 0;
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
static const struct argp argp = {
    options,
    parse,
    "[HOTSPOT,...]",
    "Time every path of every hotspot, check its output against the reference, and set its rate "
    "against what this machine can do.",
    children,
    NULL,
    NULL,
};

/* ---- Runs ---- */

static bool check_required(const struct bench *b, struct tri_error *e)
{
    if (b->require_offload && !tri_device_start(e))
        return false;
    if (b->require_gpu && tri_device_place() != TRI_GPU)
        return tri_fail(e, TRI_FAILED, "--require-offload=gpu: the device is the %s, not a GPU",
                        tri_place_name(tri_device_place()));
    return true;
}

/* ---- Lists ---- */

static void list_peer(FILE *out, const struct peer *p)
{
    struct tri_error why;
    bool available = peer_available(p, &why);
    fprintf(out, "peer    %-12s %-16s %s%s%s\n", p->hotspot ? p->hotspot : "every one",
            p->contender.peer, p->meaning,
            available ? "" : "; cannot run: ", available ? "" : why.text);
}

static bool list_studies(void *bench, struct tri_error *e)
{
    (void)e;
    study_list(((struct bench *)bench)->out);
    return true;
}

static bool list(void *bench, struct tri_error *e)
{
    FILE *out = ((struct bench *)bench)->out;
    struct tri_error why;
    (void)e;
    for (size_t i = 0; i < tri_hotspot_count(); i++)
        fprintf(out, "hotspot %-12s %s\n", tri_hotspot_at(i, TRI_DOUBLE)->name,
                tri_hotspot_at(i, TRI_DOUBLE)->formula);
    for (size_t i = 0; figures[i].name; i++)
        fprintf(out, "figure  %-12s %s\n", figures[i].name, figures[i].meaning);
    for (int p = 0; p < TRI_PATHS; p++) {
        bool available = tri_path_available((enum tri_path)p, &why);
        fprintf(out, "path    %-12s %s%s%s\n", tri_path_name((enum tri_path)p),
                tri_path_meaning((enum tri_path)p),
                available ? "" : "; cannot run: ", available ? "" : why.text);
    }
    for (size_t i = 0; i < peer_count(); i++)
        list_peer(out, peer_at(i, TRI_DOUBLE));
    fprintf(out, "cpu     %d cores      %s\n", tri_cpu_cores(), tri_cpu_name());
    if (tri_device_start(NULL))
        fprintf(out, "device  %-12s %s\n", tri_place_name(tri_device_place()), tri_device_name());
    return true;
}

/* ---- Putting it together ---- */

/* A row appended to half a line would be lost, and half a row could no longer be cut off. */
static bool ends_whole(const char *json, struct tri_error *e)
{
    char last = '\n';
    struct stat s;
    int fd = stat(json, &s) == 0 && S_ISREG(s.st_mode) ? open(json, O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0 && s.st_size > 0 && pread(fd, &last, 1, s.st_size - 1) != 1)
        last = '\n';
    if (fd >= 0)
        close(fd);
    return last == '\n' ||
           tri_fail(e, TRI_USAGE,
                    "--json %.200s: ends in half a line; if that is half a row, --resume goes on "
                    "with it",
                    json);
}

static const char *rows_option(const struct bench *b)
{
    return b->resume.file ? "--resume" : "--json";
}

/* Whoever is told that nothing was done finds no new file. */
static bool open_json(struct bench *b, struct tri_error *e)
{
    const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
    if (!b->json)
        return true;
    if (!b->resume.file && !ends_whole(b->json, e))
        return false;
    b->json_fd = open(b->json, flags | O_EXCL, 0666);
    b->json_is_new = b->json_fd >= 0;
    if (!b->json_is_new)
        b->json_fd = open(b->json, flags, 0666);
    return b->json_fd >= 0 || tri_fail(e, TRI_USAGE, "%s %.200s: cannot be written: %s",
                                       rows_option(b), b->json, strerror(errno));
}

/* To go on with a file is to append to it. */
static bool read_done(struct bench *b, struct tri_error *e)
{
    if (!b->resume.file)
        return true;
    if (b->json)
        return tri_fail(e, TRI_USAGE,
                        "--json: --resume FILE appends to FILE, leave one of them out");
    b->json = b->resume.file;
    return resume_read(&b->resume, b->resume.file, e);
}

/* The last thing to be opened, since what a resumed file ends in is cut off.  The device is started
 * before anything else can start it unseen. */
static bool open_rows(struct bench *b, struct tri_error *e)
{
    if (b->request.path[TRI_OFFLOAD])
        tri_device_start(NULL);
    return check_required(b, e) && open_json(b, e) && resume_cut(&b->resume, b->json_fd, e);
}

static bool close_json(const struct bench *b, bool good, struct tri_error *e)
{
    struct stat s;
    if (b->json_fd < 0)
        return good;
    if (!good && b->json_is_new && fstat(b->json_fd, &s) == 0 && s.st_size == 0)
        unlink(b->json);
    if (close(b->json_fd) == 0 || !good)
        return good;
    return tri_fail(e, TRI_FAILED, "%s %.200s: %s", rows_option(b), b->json, strerror(errno));
}

static bool run_all(void *bench, struct tri_error *e)
{
    if (!open_rows(bench, e))
        return false;
    bench_plan(bench);
    return bench_measure(bench, e);
}

/* Every setting is checked, and every file opened, before anything is computed. */
static bool measure_all(struct bench *b, struct tri_error *e)
{
    if (!bench_check(b, e) || !bench_fits(b, e) || !read_done(b, e))
        return false;
    interrupt_guard(b->json);
    bool good = write_output(&b->request, &b->out, run_all, b, e);
    good = close_json(b, good, e);
    rows_free(&b->resume.rows);
    return good;
}

/* ---- Studies ---- */

static bool run_studies(void *reruns, struct tri_error *e)
{
    struct reruns *r = reruns;
    if (!reruns_begin(r, e))
        return false;
    bool good = r->bench->rows ? reruns_read(r, e) : open_rows(r->bench, e) && reruns_measure(r, e);
    return good && reruns_end(r, e);
}

static bool show_studies(struct bench *b, struct tri_error *e)
{
    struct reruns r;
    bool good = reruns_prepare(&r, b, e) && (b->rows || read_done(b, e));
    if (good) {
        interrupt_guard(b->json);
        good = write_output(&b->request, &b->out, run_studies, &r, e);
    }
    good = close_json(b, good, e);
    rows_free(&b->resume.rows);
    reruns_free(&r);
    return good;
}

/* ---- Reading ---- */

static bool print_versus(void *bench, struct tri_error *e)
{
    struct bench *b = bench;
    return versus(&b->versus, &b->request, b->out, &b->disagreed, e);
}

static bool compare_rows(struct bench *b, struct tri_error *e)
{
    if (b->versus.files == 1)
        return tri_fail(e, TRI_USAGE, "--versus %.200s: needs another file to set beside it",
                        b->versus.file[0]);
    return write_output(&b->request, &b->out, print_versus, b, e);
}

/* ---- What goes with what ---- */

#define MEASURING                                                                        \
    (BIT(KEY_REPS) | BIT(KEY_SWEEP) | BIT(KEY_PEERS) | BIT(KEY_JSON) | BIT(KEY_RESUME) | \
     BIT(KEY_PROGRESS) | BIT(KEY_REQUIRE))
#define SHOWING (BIT(KEY_FIGURES) | BIT(KEY_PAGE))

/* What bench does is said by options; the first of these whose options are all given. */
static const struct mode {
    const char *name, *does;
    unsigned asked, takes; /* by these options, and these go with it */
} modes[] = {
    { "--cold", "", BIT(KEY_COLD), ~0u },
    { "--parts", "", BIT(KEY_PARTS), ~0u },
    { "--doctor", "looks at this machine", BIT(KEY_DOCTOR), 0 },
    { "--list", "lists", BIT(KEY_LIST), 0 },
    { "--versus", "reads rows", BIT(KEY_VERSUS), BIT(KEY_TOLERANCE) },
    { "--draw", "reads rows", BIT(KEY_DRAW), BIT(KEY_ROWS) },
    { "--study list", "lists", BIT(KEY_STUDIES), 0 },
    { "--study with --rows", "reads rows", BIT(KEY_STUDY) | BIT(KEY_ROWS),
      SHOWING | BIT(KEY_SWEEP) | BIT(KEY_PEERS) | BIT(KEY_PROGRESS) },
    { "--study", "measures", BIT(KEY_STUDY), SHOWING | MEASURING },
    { "bench", "measures", 0, MEASURING },
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

/* Nothing that the user asks for is left out without a word. */
static bool check_options(const struct bench *b, struct tri_error *e)
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
    return true;
}

static bool check_files(const struct bench *b, struct tri_error *e)
{
    struct named_file file[7 + MAX_VERSUS] = {
        { "-o", b->request.output, FILE_WRITTEN },
        { "--json", b->json, FILE_WRITTEN },
        { "--resume", b->resume.file, FILE_WRITTEN },
        { "--page", page_name(b), FILE_WRITTEN },
        { "--figures", b->figures, FILE_WRITTEN },
        { "--input", b->request.input, FILE_READ },
        { "--rows", b->rows, FILES_READ },
    };
    for (size_t i = 0; i < b->versus.files; i++)
        file[7 + i] = (struct named_file){ "--versus", b->versus.file[i], FILE_READ };
    return files_apart(file, sizeof file / sizeof *file, e);
}

static bool check(const struct bench *b, struct tri_error *e)
{
    return check_options(b, e) && check_files(b, e);
}

/* Left alone, threads share cores for seconds after a part on one thread.  A runtime reads where
 * to put them before main(): so once more from the start, unless the user has said something. */
static void keep_threads_apart(char **argv)
{
    if (getenv("OMP_PROC_BIND") || setenv("OMP_PROC_BIND", "true", 1) != 0)
        return;
    execv("/proc/self/exe", argv);
}

int main(int argc, char **argv)
{
    keep_threads_apart(argv);
    struct bench b = { .json_fd = -1, .versus.tolerance = 0.05, .out = stdout };
    struct tri_error e;
    if (!parse_options(&argp, argc, argv, &b, &b.request))
        return tri_report("bench", &b.request.error);
    if (!check(&b, &e))
        return finish("bench", false, false, &e);
    if (b.doctor)
        return doctor();
    progress_asked(b.progress);
    tri_device_guard("bench");
    bool good;
    if (b.cold)
        good = answer_cold(&b, &e);
    else if (b.parts)
        good = answer_parts(&b, &e);
    else if (b.given & BIT(KEY_STUDIES))
        good = write_output(&b.request, &b.out, list_studies, &b, &e);
    else if (b.list)
        good = write_output(&b.request, &b.out, list, &b, &e);
    else if (b.versus.files > 0)
        good = compare_rows(&b, &e);
    else if (b.figure)
        good = draw(b.figure, b.rows, &b.request, &e);
    else if (b.studies)
        good = show_studies(&b, &e);
    else
        good = measure_all(&b, &e);
    return finish("bench", good, b.disagreed, &e);
}
