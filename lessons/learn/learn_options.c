/* Options by argp, then a verb and a lesson's name. */
#define _GNU_SOURCE /* program_invocation_name */
#include "learn.h"

#include "measure.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int least, most; /* names that it takes */
} verbs[VERBS] = {
    [LIST] = { "list", 0, 0 },         [NEXT] = { "next", 0, 0 },   [RUN] = { "run", 1, 1 },
    [WATCH] = { "watch", 0, 1 },       [HINT] = { "hint", 1, 1 },   [RESET] = { "reset", 0, 1 },
    [SOLUTION] = { "solution", 1, 1 }, [CHECK] = { "check", 0, 1 }, [GRADE] = { "grade", 1, 1 },
    [EXPORT] = { "--export", 0, 0 },
};

static const struct argp_option options[] = {
    { "lessons", 'l', "DIR", 0, "Where the lessons are (default: those that came with it)", 0 },
    { "work", 'w', "DIR", 0, "Where your files and your progress are (default: my-lessons)", 0 },
    { "all", 'a', NULL, 0, "With reset: every lesson", 0 },
    { "jobs", 'j', "N", 0,
      "With check and grade: lessons at once, 1 to 64 (default: one for each processor)", 0 },
    { "part", 'p', "K/N", 0,
      "With check: of each lesson's other answers those numbers that are K after division by N (default: all)",
      0 },
    { "export", 'e', "DIR", 0,
      "For lecturers: texts and exercises without solutions, in a new folder", 0 },
    { "csv", 'c', "FILE", 0, "With grade: the table as CSV", 0 },
    { "reports", 'r', "DIR", 0, "With grade: a text for each student, in a new folder", 0 },
    { "no-sandbox", 's', NULL, 0,
      "With grade: without bwrap. The answers may read, write and delete what you may", 0 },
    { "help", '?', NULL, 0, "This list", 0 },
    { 0 },
};

static const char text[] =
    "A course in directive-based offload that grades itself, with or without a GPU.\v"
    "  list           the lessons, and how far you are\n"
    "  next           the text of the first unsolved one, and its file\n"
    "  run NAME       compile your file, run it, and say what happened\n"
    "  watch [NAME]   the same whenever the file is saved\n"
    "  hint NAME      a hint; once more: a clearer one\n"
    "  solution NAME  a solution, after a try\n"
    "  reset NAME     the exercise as it was; your file is kept beside it\n"
    "  check [NAME]   for authors: exercises, solutions, wrong answers\n"
    "  grade DIR      for lecturers: a folder of students' folders, or a zip of it\n\n"
    "NAME is a lesson's name, its number, or both: scalars, 4, 04-scalars. Status 0: done, solved; "
    "1: not solved, or not judged; 2: a wrong request.";

struct parsing {
    struct request *request;
    struct tri_error *error;
    bool good, has_verb;
    const char *stopped_at; /* the word that argp does not take */
};

static const char *verb_name(size_t i, const void *unused)
{
    (void)unused;
    return i < VERBS ? verbs[i].name : NULL;
}

static bool take_verb(struct parsing *p, const char *word)
{
    p->has_verb = true;
    for (int i = 0; i < VERBS; i++)
        if (strcmp(verbs[i].name, word) == 0) {
            p->request->verb = (enum verb)i;
            return true;
        }
    const char *near = tri_nearest(word, verb_name, NULL);
    return tri_fail(p->error, TRI_USAGE, "'%.40s' is not a command%s%s (see --help)", word,
                    near ? "; did you mean " : "", near ? near : "");
}

static bool take_word(struct parsing *p, const char *word)
{
    if (!p->has_verb)
        return take_verb(p, word);
    if (p->request->name || p->request->folder || verbs[p->request->verb].most == 0)
        return tri_fail(p->error, TRI_USAGE, "%s: unexpected argument '%.60s' (see --help)",
                        verbs[p->request->verb].name, word);
    *(p->request->verb == GRADE ? &p->request->folder : &p->request->name) = word;
    return true;
}

static bool take_jobs(struct parsing *p, const char *argument)
{
    char *end;
    errno = 0;
    long n = strtol(argument, &end, 10);
    if (end == argument || *end || errno || n < 1 || n > MAX_WORKERS)
        return tri_fail(p->error, TRI_USAGE, "--jobs '%.40s': 1 to %d are allowed", argument,
                        MAX_WORKERS);
    p->request->jobs = (int)n;
    return true;
}

static bool take_part(struct parsing *p, const char *argument)
{
    int part, parts, end = 0;
    if (sscanf(argument, "%d/%d%n", &part, &parts, &end) != 2 || argument[end] || parts < 1 ||
        parts > 1000 || part < 0 || part >= parts)
        return tri_fail(p->error, TRI_USAGE,
                        "--part '%.40s': has to be K/N, N from 1 to 1000, K from 0 to N - 1",
                        argument);
    p->request->part = part;
    p->request->parts = parts;
    return true;
}

static void take_export(struct parsing *p, const char *folder)
{
    p->has_verb = true;
    p->request->verb = EXPORT;
    p->request->folder = folder;
}

/* With ARGP_NO_ERRS, which leaves messages to explain(), argp shows no help either. */
static void show_help(struct argp_state *state)
{
    state->flags &= ~(unsigned)ARGP_NO_ERRS;
    argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
}

/* The last word that was taken; in the middle of "-abc" that is the one before. */
static const char *word_of_error(const struct argp_state *state)
{
    const char *last = state->argv[state->next > 0 ? state->next - 1 : 0];
    return *last != '-' && state->next < state->argc ? state->argv[state->next] : last;
}

static error_t take(int key, char *argument, struct argp_state *state)
{
    struct parsing *p = state->input;
    switch (key) {
    case 'l': p->request->lessons = argument; return 0;
    case 'w': p->request->work = argument; return 0;
    case 'a': p->request->all = true; return 0;
    case 'p': p->good = p->good && take_part(p, argument); return 0;
    case 'j': p->good = p->good && take_jobs(p, argument); return 0;
    case 'e': take_export(p, argument); return 0;
    case 'c': p->request->csv = argument; return 0;
    case 'r': p->request->reports = argument; return 0;
    case 's': p->request->no_sandbox = true; return 0;
    case '?': show_help(state); return 0;
    case ARGP_KEY_ARG: p->good = p->good && take_word(p, argument); return 0;
    case ARGP_KEY_ERROR: p->stopped_at = word_of_error(state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const char *option_name(size_t i, const void *unused)
{
    (void)unused;
    return options[i].name;
}

/* An option that is not known, or whose value is missing or not wanted. */
static bool explain(const char *word, struct tri_error *e)
{
    const char *bare = word + strspn(word, "-");
    int length = (int)strcspn(bare, "=");
    for (size_t i = 0; options[i].name; i++)
        if (strlen(options[i].name) == (size_t)length &&
            strncmp(options[i].name, bare, (size_t)length) == 0)
            return tri_fail(e, TRI_USAGE, "--%s: %s a value (see --help)", options[i].name,
                            bare[length] ? "does not take" : "needs");
    const char *near = tri_nearest(bare, option_name, NULL);
    return tri_fail(e, TRI_USAGE, "unknown option %.60s%s%s (see --help)", word,
                    near ? "; did you mean --" : "", near ? near : "");
}

static bool check_words(const struct parsing *p, struct tri_error *e)
{
    const struct request *r = p->request;
    const char *verb = verbs[r->verb].name;
    if (!*r->work)
        return tri_fail(e, TRI_USAGE, "--work: has to be the name of a folder");
    if (r->all && r->verb != RESET)
        return tri_fail(e, TRI_USAGE, "--all belongs to reset");
    if (r->jobs && r->verb != CHECK && r->verb != GRADE)
        return tri_fail(e, TRI_USAGE, "--jobs belongs to check and grade");
    if ((r->csv || r->reports || r->no_sandbox) && r->verb != GRADE)
        return tri_fail(e, TRI_USAGE, "--csv, --reports and --no-sandbox belong to grade");
    if (r->parts && r->verb != CHECK)
        return tri_fail(e, TRI_USAGE, "--part belongs to check");
    if (r->verb == EXPORT && !r->folder)
        return tri_fail(e, TRI_USAGE, "--export: takes the name of a new folder");
    if (r->verb == RESET && r->all == (r->name != NULL))
        return tri_fail(e, TRI_USAGE, "reset: takes the name of a lesson, or --all");
    if (r->verb == GRADE && !r->folder)
        return tri_fail(e, TRI_USAGE, "grade: takes a folder of students' folders, or a zip of it");
    return r->name || r->folder || verbs[r->verb].least == 0 ||
           tri_fail(e, TRI_USAGE, "%s: takes the name of a lesson (list has all)", verb);
}

bool learn_options(struct request *r, int argc, char **argv, struct tri_error *e)
{
    static const struct argp argp = { options, take, "[list | next | run NAME | ...]", text };
    *r = (struct request){ .lessons = places_lessons(), .work = "my-lessons" };
    argv[0] = program_invocation_name;
    struct parsing p = { r, e, true, false, "" };
    if (argp_parse(&argp, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP, NULL, &p) != 0)
        return explain(p.stopped_at, e);
    return p.good && check_words(&p, e);
}
