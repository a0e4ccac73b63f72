/* The probes of OpenMP's features: which there are, and how their output is read and shown. */
#include "feature.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* ---- Which there are -------------------------------------------------------------------------- */

/* features.def has a line for each file of features/. */
#define FEATURE(name) extern const char name##_c[];
#include "features.def"
#undef FEATURE

static const struct {
    const char *name, *source;
} probes[] = {
#define FEATURE(name) { #name, name##_c },
#include "features.def"
#undef FEATURE
};

enum { PROBES = sizeof probes / sizeof *probes };

_Static_assert((int)PROBES <= (int)MAX_FEATURES, "MAX_FEATURES");

const char *feature_at(size_t i, const void *unused)
{
    return i < PROBES ? probes[i].name : NULL;
}

bool feature_read(struct feature *f, const char *name, const char *source)
{
    *f = (struct feature){ .name = name, .source = source };
    int read = sscanf(source, "/* %7[0-9.]: %159[^\n]", f->since, f->meaning);
    char *end = read == 2 ? strstr(f->meaning, " */") : NULL;
    if (end)
        *end = '\0';
    return end;
}

int feature_by_age(const void *a, const void *b)
{
    const struct feature *f = a, *g = b;
    int age = strcmp(f->since, g->since);
    return age ? age : strcmp(f->name, g->name);
}

struct feature *features_marked(const bool marked[MAX_FEATURES], size_t *n, struct tri_error *e)
{
    struct feature *all = calloc(PROBES, sizeof *all);
    *n = 0;
    if (!all)
        tri_fail(e, TRI_FAILED, "out of memory");
    for (size_t i = 0; all && i < PROBES; i++)
        if (marked[i] && !feature_read(&all[(*n)++], probes[i].name, probes[i].source)) {
            tri_fail(e, TRI_FAILED, "%s.c: its first line does not say what it is of",
                     probes[i].name);
            free(all);
            return NULL;
        }
    if (all)
        qsort(all, *n, sizeof *all, feature_by_age);
    return all;
}

/* ---- Its output ------------------------------------------------------------------------------- */

/* The line that begins at `line`, as far as there is room, in ASCII, so that it can be cut anywhere. */
static void quote(char *to, size_t size, const char *line)
{
    snprintf(to, size, "%.*s", (int)strcspn(line, "\n"), line);
    for (; *to; to++)
        if (*to < ' ' || *to > '~')
            *to = ' ';
}

/* The first line with an error; if there is none, the first line. */
static void quote_error(char *to, size_t size, const char *said)
{
    static const char *const words[] = { "error:",
                                         "sorry, unimplemented:",
                                         "undefined reference",
                                         "NVC++-F-",
                                         "NVC++-S-",
                                         "nvlink error",
                                         "fatal" };
    const char *line = said;
    for (; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        quote(to, size, line);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strstr(to, words[i]))
                return;
    }
    quote(to, size, *said ? said : "it does not say why");
}

/* What the probe itself prints, which may be anywhere in the output: its line is written when the process ends. */
static enum ending read_line(const char *said, bool *right)
{
    static const char *const lines[] = { "probe: device, right", "probe: device, wrong",
                                         "probe: host, right", "probe: host, wrong" };
    for (int i = 0; i < 4; i++)
        if (strstr(said, lines[i])) {
            *right = i % 2 == 0;
            return i < 2 ? ON_DEVICE : ON_HOST;
        }
    return NOT_RUN;
}

static enum ending judge_run(const struct child *run, bool *right, char *note, size_t size)
{
    enum ending said = read_line(run->said, right);
    *note = '\0';
    if (!run->ran || run->timed_out) {
        snprintf(note, size, run->ran ? "ended after 10 s" : "could not be started");
        return run->ran ? HUNG : CRASHED;
    }
    if (WIFSIGNALED(run->status) || said == NOT_RUN) {
        int status = run->status;
        const char *why = WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "no result";
        int length = snprintf(note, size, "%s%s", why, *run->said ? ": " : "");
        quote(note + length, size - (size_t)length, run->said);
        return CRASHED;
    }
    return said;
}

void feature_judge(const struct child *compilation, const struct child run[RUNS],
                   struct feature_result *r)
{
    char note[RUNS][200];
    bool right[RUNS] = { false, false };
    const struct feature *feature = r->feature;
    *r = (struct feature_result){ .feature = feature };
    r->compiles = child_succeeded(compilation);
    if (!r->compiles) {
        if (compilation->timed_out)
            snprintf(r->note, sizeof r->note, "the compiler does not end");
        else
            quote_error(r->note, sizeof r->note, compilation->said);
        return;
    }
    for (int i = 0; i < RUNS; i++)
        r->ending[i] = judge_run(&run[i], &right[i], note[i], sizeof note[i]);
    bool both = r->ending[AS_IT_IS] == ON_DEVICE && r->ending[MANDATORY] == ON_DEVICE;
    r->right = both && right[AS_IT_IS] && right[MANDATORY];
    if (*note[AS_IT_IS])
        snprintf(r->note, sizeof r->note, "%s", note[AS_IT_IS]);
    else if (*note[MANDATORY])
        snprintf(r->note, sizeof r->note, "with OMP_TARGET_OFFLOAD=MANDATORY: %s", note[MANDATORY]);
}

bool feature_works(const struct feature_result *r)
{
    return r->compiles && r->right;
}

/* ---- The table of results ------------------------------------------------------------------------- */

enum ending feature_ending(const struct feature_result *r)
{
    enum ending a = r->ending[AS_IT_IS], b = r->ending[MANDATORY];
    return a > b || (a == ON_HOST && b == CRASHED) ? a : b;
}

const char *const feature_marks[ENDINGS] = { [NOT_RUN] = "-",
                                             [ON_DEVICE] = "yes",
                                             [ON_HOST] = "HOST",
                                             [CRASHED] = "CRASHES",
                                             [HUNG] = "HANGS" };

static void print_result(FILE *out, const struct feature_result *r)
{
    enum ending ending = feature_ending(r);
    bool on_device = r->compiles && ending == ON_DEVICE;
    fprintf(out, "  %-4s %-24s %-9s %-8s %-6s %s\n", r->feature->since, r->feature->name,
            r->compiles ? "yes" : "NO", feature_marks[ending],
            on_device && r->right ? "yes" : (on_device ? "NO" : "-"), r->feature->meaning);
    if (r->note[0] && ending != ON_HOST)
        fprintf(out, "         | %s\n", r->note);
}

void features_print(FILE *out, const struct feature_build *b, const struct feature_result *r,
                    size_t n)
{
    size_t works = 0;
    fprintf(out, "OpenMP's features, each by a program of its own\n\n");
    fprintf(out, "  compiler  %s%s%s\n", b->compiler, b->target ? ", for " : "",
            b->target ? b->target : "");
    fprintf(out, "  flags     %s\n", b->flags);
    fprintf(out, "  device    %s\n\n", b->device ? b->device : "none: regions run on the host");
    fprintf(out, "  %-4s %-24s %-9s %-8s %-6s\n", "", "", "compiles", "device", "right");
    for (size_t i = 0; i < n; i++) {
        print_result(out, &r[i]);
        works += feature_works(&r[i]);
    }
    fprintf(out, "\n%zu of %zu work on the device.\n", works, n);
}

/* ---- Rows ------------------------------------------------------------------------------------- */

const char *const feature_endings[ENDINGS] = {
    [ON_DEVICE] = "device", [ON_HOST] = "host", [CRASHED] = "crashed", [HUNG] = "hung"
};

static json_t *row_of(const struct feature_build *b, const struct feature_result *r)
{
    json_t *right =
        r->compiles && feature_ending(r) == ON_DEVICE ? json_boolean(r->right) : json_null();
    return json_pack("{si ss ss ss ss sb ss? ss? so ss? ss ss ss ss? ss? ss? ss}", "schema", 1,
                     "kind", "feature", "feature", r->feature->name,                            //
                     "openmp", r->feature->since, "meaning", r->feature->meaning,               //
                     "compiles", r->compiles, "ran_on", feature_endings[r->ending[AS_IT_IS]],   //
                     "ran_on_mandatory", feature_endings[r->ending[MANDATORY]], "right", right, //
                     "said", r->note[0] ? r->note : NULL, "compiler", b->compiler,              //
                     "flags", b->flags, "version", b->version, "preset", b->preset,             //
                     "target", b->target, "device", b->device, "cpu", b->cpu);
}

bool features_write(FILE *out, const struct feature_build *b, const struct feature_result *r,
                    size_t n, struct tri_error *e)
{
    fputs("[\n", out);
    for (size_t i = 0; i < n; i++) {
        json_t *row = row_of(b, &r[i]);
        bool written = row && json_dumpf(row, out, JSON_COMPACT) == 0;
        json_decref(row);
        if (!written)
            return tri_fail(e, TRI_FAILED, "--format json: %s",
                            row ? "the output cannot be written" : "what was said is no text");
        fputs(i + 1 < n ? ",\n" : "\n", out);
    }
    fputs("]\n", out);
    return true;
}
