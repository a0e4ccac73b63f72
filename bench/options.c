/* The command line that bench, compare and render share, on top of glibc's argp. */
#define _GNU_SOURCE /* program_invocation_short_name */
#include "options.h"

#include "build_info.h"
#include "file.h"
#include "png_file.h"

#include <errno.h>
#include <omp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_PATH = 0x100,
    KEY_VARIANT,
    KEY_PRECISION,
    KEY_SET,
    KEY_THREADS,
    KEY_INPUT,
    KEY_HELP,
    KEY_VERSION
};

static const struct argp_option options[] = {
    { "path", KEY_PATH, "LIST", 0, "of reference, simd, avx2, offload, origin", 0 },
    { "variant", KEY_VARIANT, "LIST", 0, "of the variants of the hotspots (listed below), or all",
      0 },
    { "precision", KEY_PRECISION, "LIST", 0, "of float, double", 0 },
    { "set", KEY_SET, "NAME=VALUE,...", 0, "set parameters of the hotspots (listed below)", 0 },
    { "threads", KEY_THREADS, "N", 0, "CPU threads", 0 },
    { "input", KEY_INPUT, "FILE", 0, "a PNG to work on, for a hotspot that takes one (see below)",
      0 },
    { "output", 'o', "FILE", 0, "write the result to FILE, whole or not at all", 0 },
    { "help", KEY_HELP, NULL, 0, "show this and exit", -1 },
    { "version", KEY_VERSION, NULL, 0, "show the version and exit", -1 },
    { 0 },
};

error_t usage_error(struct request *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->error.text, sizeof r->error.text, format, args);
    va_end(args);
    r->error.status = TRI_USAGE;
    return EINVAL;
}

bool parse_integer(struct request *r, const char *option, const char *text, long min, long max,
                   long *value)
{
    char *end;
    errno = 0;
    *value = strtol(text, &end, 10);
    if (end != text && !*end && errno == 0 && *value >= min && *value <= max)
        return true;
    usage_error(r, "%s=%.40s: has to be an integer from %ld to %ld", option, text, min, max);
    return false;
}

/* ---- Lists of names ---- */

const char *path_at(size_t i, const void *unused)
{
    (void)unused;
    return i < TRI_PATHS ? tri_path_name((enum tri_path)i) : NULL;
}

const char *precision_at(size_t i, const void *unused)
{
    (void)unused;
    return i < TRI_PRECISIONS ? tri_precision_name((enum tri_precision)i) : NULL;
}

/* Whether a hotspot before number h, or the same with a variant before number v, has the name. */
static bool named_before(size_t h, size_t v, const char *name)
{
    for (size_t i = 0; i <= h; i++)
        for (size_t k = 0; tri_variant_at(tri_hotspot_at(i, TRI_DOUBLE), k); k++) {
            if (i == h && k == v)
                return false;
            if (strcmp(tri_variant_at(tri_hotspot_at(i, TRI_DOUBLE), k)->name, name) == 0)
                return true;
        }
    return false;
}

const char *variant_name_at(size_t i, const void *unused)
{
    (void)unused;
    for (size_t h = 0; h < tri_hotspot_count(); h++)
        for (size_t v = 0; tri_variant_at(tri_hotspot_at(h, TRI_DOUBLE), v); v++) {
            const char *name = tri_variant_at(tri_hotspot_at(h, TRI_DOUBLE), v)->name;
            if (!named_before(h, v, name) && i-- == 0)
                return name;
        }
    return NULL;
}

static const char *hotspot_at(size_t i, const void *unused)
{
    (void)unused;
    const struct tri_hotspot *h = tri_hotspot_at(i, TRI_DOUBLE);
    return h ? h->name : NULL;
}

static error_t unknown_name(struct request *r, const char *option, const char *word, name_fn *name)
{
    char all[200] = "";
    for (size_t i = 0, used = 0; name(i, NULL); i++) {
        bool fits = used + strlen(name(i, NULL)) + sizeof ", …" + 2 < sizeof all;
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "",
                                 fits ? name(i, NULL) : "…");
        if (!fits)
            break;
    }
    const char *near = tri_nearest(word, name, NULL);
    if (near)
        return usage_error(r, "%s %.40s: did you mean %s? (%s)", option, word, near, all);
    return usage_error(r, "%s %.40s: has to be of %s", option, word, all);
}

error_t parse_name(struct request *r, const char *option, const char *word, name_fn *name,
                   int *index)
{
    for (size_t i = 0; name(i, NULL); i++)
        if (strcmp(name(i, NULL), word) == 0) {
            *index = (int)i;
            return 0;
        }
    return unknown_name(r, option, word, name);
}

/* Calls take(data, index) for each of the names in a comma-separated list. */
static error_t take_each(struct request *r, const char *option, const char *list, name_fn *name,
                         void (*take)(void *data, int i), void *data)
{
    char *text = strdup(list), *rest = text, *word;
    error_t status = text ? 0 : ENOMEM;
    while (status == 0 && (word = strsep(&rest, ","))) {
        int i = 0;
        status = parse_name(r, option, word, name, &i);
        if (status == 0)
            take(data, i);
    }
    free(text);
    return status;
}

static void mark(void *marked, int i)
{
    ((bool *)marked)[i] = true;
}

error_t parse_list(struct request *r, const char *option, const char *list, name_fn *name,
                   bool *marked)
{
    return take_each(r, option, list, name, mark, marked);
}

error_t parse_paths(struct request *r, const char *option, const char *list, bool path[TRI_PATHS])
{
    return parse_list(r, option, list, path_at, path);
}

error_t parse_precisions(struct request *r, const char *option, const char *list,
                         bool precision[TRI_PRECISIONS])
{
    return parse_list(r, option, list, precision_at, precision);
}

static void add_variant(void *names, int index)
{
    struct variant_names *v = names;
    const char *name = variant_name_at((size_t)index, NULL);
    for (size_t i = 0; i < v->n; i++)
        if (strcmp(v->name[i], name) == 0)
            return;
    if (v->n < MAX_VARIANTS)
        v->name[v->n++] = name;
}

error_t parse_variants(struct request *r, const char *option, const char *list,
                       struct variant_names *variants)
{
    variants->all = strcmp(list, "all") == 0;
    variants->option = option;
    if (variants->all)
        return 0;
    return take_each(r, option, list, variant_name_at, add_variant, variants);
}

/* One that is named twice is run once. */
static void add_hotspot(void *request, int index)
{
    struct request *r = request;
    const char *name = hotspot_at((size_t)index, NULL);
    for (size_t i = 0; i < r->hotspots; i++)
        if (strcmp(r->hotspot[i], name) == 0)
            return;
    r->hotspot[r->hotspots++] = name;
}

static error_t parse_hotspots(struct request *r, const char *list)
{
    return take_each(r, "hotspot", list, hotspot_at, add_hotspot, r);
}

/* ---- argp ---- */

/* What the parser returns after --help and --version: not an error, but the end of it. */
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

/* What was not asked for gets its default. */
static void fill_defaults(struct request *r)
{
    r->hotspots_given = r->hotspots > 0;
    for (int p = 0; p < TRI_PRECISIONS && !r->precisions_given; p++)
        r->precision[p] = true;
    for (int p = 0; p < TRI_PATHS && !r->paths_given; p++)
        r->path[p] = p != TRI_ORIGIN;
    for (size_t i = 0; !r->hotspots_given && i < tri_hotspot_count(); i++)
        if (!tri_hotspot_at(i, TRI_DOUBLE)->by_name)
            add_hotspot(r, (int)i);
}

static int usual_threads(void)
{
    int threads = omp_get_max_threads();
    return threads < TRI_MAX_THREADS ? threads : TRI_MAX_THREADS;
}

/* The last word that was taken; in the middle of "-abc" that is the one before. */
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
    case KEY_INPUT: r->input = arg; return 0;
    case 'o': r->output = arg; return 0;
    case KEY_HELP:
        argp_help(state->root_argp, stdout, ARGP_HELP_STD_HELP, state->name);
        return ANSWERED;
    case KEY_VERSION:
        printf("triptych " TRIPTYCH_VERSION " (" TRIPTYCH_PRESET ", " TRIPTYCH_COMPILER ")\n");
        return ANSWERED;
    case ARGP_KEY_ARG: return parse_hotspots(r, arg);
    case ARGP_KEY_END: fill_defaults(r); return 0;
    case ARGP_KEY_ERROR: r->stopped_at = word_of_error(state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* ---- Help: the parameters come from the descriptions ---- */

static void print_param(FILE *out, const struct tri_param *p)
{
    char range[160], initial[80];
    tri_param_range(p, range, sizeof range);
    if (p->kind == TRI_CHOICE)
        snprintf(initial, sizeof initial, "%s", p->choices[(int)p->initial]);
    else if (p->times && p->initial == 1)
        snprintf(initial, sizeof initial, "%s", p->times);
    else
        snprintf(initial, sizeof initial, "%.10g%s%s", p->initial, p->times ? " x " : "",
                 p->times ? p->times : "");
    fprintf(out, "  %-12s %s; default %s\n  %-12s (%s%s%s)\n", p->name, p->meaning, initial, "",
            range, p->above ? ", above " : "", p->above ? p->above : "");
}

static void print_variant(FILE *out, const struct tri_variant *v)
{
    fprintf(out, "  --variant %-12s %s%s%s\n", v->name, v->idea, v->needs ? "; needs " : "",
            v->needs ? v->needs : "");
}

static char *help_params(int key, const char *text, void *input)
{
    (void)input;
    if (key != ARGP_KEY_HELP_POST_DOC)
        return (char *)text;
    char *all = NULL;
    size_t size;
    FILE *out = open_memstream(&all, &size);
    if (!out)
        return (char *)text;
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        const struct tri_hotspot *h = tri_hotspot_at(i, TRI_DOUBLE);
        fprintf(out, "%sHotspot %s: %s%s\n", i ? "\n" : "", h->name, h->formula,
                h->by_name ? "; only where it is named" : "");
        if (h->input.show)
            fprintf(
                out,
                "  (--input FILE: %s is the image in it, its samples as they are stored, without "
                "gamma or profile; it sets %s, %s, %s and %s)\n",
                h->operands[h->input.operand].name, h->params[h->input.width].name,
                h->params[h->input.height].name, h->params[h->input.channels].name,
                h->params[h->input.depth].name);
        for (int p = 0; h->params[p].name; p++)
            print_param(out, &h->params[p]);
        for (size_t v = 0; tri_variant_at(h, v); v++)
            print_variant(out, tri_variant_at(h, v));
    }
    fclose(out);
    return all;
}

const struct argp request_argp = { options, parse, NULL, NULL, NULL, help_params, NULL };

/* ---- One line for whatever is wrong with an option ---- */

static const char *option_at(size_t i, const void *own)
{
    const struct argp_option *mine = ((const struct argp *)own)->options;
    size_t n = 0;
    for (; mine && (mine[n].name || mine[n].key || mine[n].doc); n++)
        if (n == i)
            return mine[n].name ? mine[n].name : "";
    return options[i - n].name;
}

/* argp has stopped at `word`: an option that it does not know, or whose value is missing or not
 * wanted. */
static void explain(struct request *r, const struct argp *argp, const char *word)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    const char *bare = name + strspn(name, "-");
    for (size_t i = 0; option_at(i, argp); i++)
        if (strcmp(option_at(i, argp), bare) == 0 || strcmp(name, "-o") == 0) {
            usage_error(r, "%s: %s a value (see --help)", name,
                        strchr(word, '=') ? "does not take" : "needs");
            return;
        }
    const char *near = tri_nearest(bare, option_at, argp);
    usage_error(r, "unknown option %s%s%s%s (see --help)", name, near ? "; did you mean --" : "",
                near ? near : "", near ? "?" : "");
}

/* ---- The file of --input: read once, for as long as the process lives ---- */

static struct tri_samples photo;

static bool takes_input(const char *hotspot)
{
    return tri_hotspot_named(hotspot, TRI_DOUBLE)->input.show;
}

static bool read_input(struct request *r)
{
    bool taken = false;
    for (size_t i = 0; i < r->hotspots; i++)
        taken = taken || takes_input(r->hotspot[i]);
    if (!taken)
        return tri_fail(&r->error, TRI_USAGE, "--input %.200s: %s takes no image", r->input,
                        r->hotspots == 1 ? r->hotspot[0] : "none of the hotspots");
    return tri_samples_read(&photo, r->input, &r->error) || name_option("--input", &r->error);
}

bool parse_options(const struct argp *argp, int argc, char **argv, void *input,
                   struct request *request)
{
    error_t status =
        argp_parse(argp, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP | ARGP_NO_EXIT, NULL, input);
    if (status == 0) {
        omp_set_num_threads(request->threads);
        tri_launch((struct tri_launch){ 0 });
        return !request->input || read_input(request);
    }
    if (status == ANSWERED)
        exit(finish(program_invocation_short_name, true, false, &request->error));
    if (request->error.status == TRI_AGREED && status == ENOMEM)
        tri_fail(&request->error, TRI_FAILED, "out of memory");
    else if (request->error.status == TRI_AGREED)
        explain(request, argp, request->stopped_at ? request->stopped_at : "");
    return false;
}

/* ---- Cases ---- */

/* Whether the assignment is meant for another of the hotspots that were asked for. */
static bool for_another(const struct request *r, const struct tri_hotspot *h,
                        const char *assignment)
{
    size_t length = strcspn(assignment, "=");
    if (tri_param_named(h, assignment, length) >= 0)
        return false;
    for (size_t i = 0; i < r->hotspots; i++)
        if (tri_param_named(tri_hotspot_named(r->hotspot[i], TRI_DOUBLE), assignment, length) >= 0)
            return true;
    return false;
}

char *request_settings(const struct request *r, const char *hotspot)
{
    const struct tri_hotspot *h = tri_hotspot_named(hotspot, TRI_DOUBLE);
    char *all = NULL;
    size_t size, settings = 0;
    bool lost = false;
    FILE *out = open_memstream(&all, &size);
    for (size_t i = 0; out && i < r->sets; i++) {
        char *text = strdup(r->set[i]), *rest = text, *one;
        lost |= !text;
        while (rest && (one = strsep(&rest, ",")))
            if (!for_another(r, h, one))
                fprintf(out, "%s%s", settings++ ? "," : "", one);
        free(text);
    }
    if (out)
        lost |= fclose(out) != 0; /* short of memory, it fails by then */
    if (lost) {
        free(all);
        all = NULL;
    }
    return all;
}

bool request_case(const struct request *r, const char *hotspot, enum tri_precision precision,
                  struct tri_case *c, struct tri_error *e)
{
    tri_case_init(c, tri_hotspot_named(hotspot, precision));
    char *settings = request_settings(r, hotspot);
    bool good = settings || tri_fail(e, TRI_FAILED, "out of memory");
    if (good && *settings)
        good = tri_case_set(c, settings, e);
    if (good && r->input && takes_input(hotspot))
        good = tri_case_take(c, &photo, e);
    free(settings);
    return good;
}

/* ---- Variants ---- */

static bool is_usual(enum usual_variants usual, const struct tri_hotspot *h,
                     const struct tri_variant *v)
{
    return usual == USUAL_ALL || v == tri_variant_last(h) ||
           (usual == USUAL_ENDS && v == tri_variant_at(h, 0));
}

bool request_takes_variant(const struct request *r, const struct tri_hotspot *h,
                           const struct tri_variant *v)
{
    bool named = r->variants.all || r->variants.n > 0;
    bool taken = named ? r->variants.all : is_usual(r->usual, h, v);
    for (size_t i = 0; i < r->variants.n && !taken; i++)
        taken = strcmp(r->variants.name[i], v->name) == 0;
    return taken;
}

/* Whether the hotspot has the path in a variant that is asked for. */
static bool takes_path(const struct request *r, const struct tri_hotspot *h, enum tri_path path)
{
    for (size_t i = 0; tri_variant_at(h, i); i++) {
        const struct tri_variant *v = tri_variant_at(h, i);
        if (tri_path_of(h, v, path) &&
            (!tri_path_has_variants(path) || request_takes_variant(r, h, v)))
            return true;
    }
    return false;
}

bool request_has_path(const struct request *r, const char *hotspot, enum tri_path path)
{
    for (int p = 0; p < TRI_PRECISIONS; p++)
        if (r->precision[p] &&
            takes_path(r, tri_hotspot_named(hotspot, (enum tri_precision)p), path))
            return true;
    return false;
}

static const char *own_variant_at(size_t i, const void *hotspot)
{
    const struct tri_variant *v = tri_variant_at(hotspot, i);
    return v ? v->name : NULL;
}

bool fail_variant(const struct tri_hotspot *h, size_t hotspots, const char *option,
                  const char *name, struct tri_error *e)
{
    char all[200] = "";
    for (size_t i = 0, used = 0; tri_variant_at(h, i) && used < sizeof all; i++)
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "",
                                 tri_variant_at(h, i)->name);
    const char *near = tri_nearest(name, own_variant_at, h);
    return tri_fail(e, TRI_USAGE, "%s %s: %s has none of that name%s%s%s (%s)", option, name,
                    hotspots == 1 ? h->name : "none of these hotspots",
                    near ? "; did you mean " : "", near ? near : "", near ? "?" : "", all);
}

static bool any_has_variant(const struct request *r, const char *name)
{
    for (size_t i = 0; i < r->hotspots; i++)
        if (tri_variant_named(tri_hotspot_named(r->hotspot[i], TRI_DOUBLE), name))
            return true;
    return false;
}

static bool check_variants(const struct request *r, struct tri_error *e)
{
    for (size_t i = 0; i < r->variants.n; i++)
        if (!any_has_variant(r, r->variants.name[i]))
            return fail_variant(tri_hotspot_named(r->hotspot[0], TRI_DOUBLE), r->hotspots,
                                r->variants.option, r->variants.name[i], e);
    return true;
}

static bool fail_path(const struct request *r, const char *hotspot, enum tri_path path,
                      struct tri_error *e)
{
    char all[80] = "";
    for (int p = 0, used = 0; p < TRI_PATHS; p++)
        if (request_has_path(r, hotspot, (enum tri_path)p))
            used += snprintf(all + used, sizeof all - (size_t)used, "%s%s", used ? ", " : "",
                             tri_path_name((enum tri_path)p));
    return tri_fail(e, TRI_USAGE, "%s %s: %s has none in any precision%s that was asked for (%s)",
                    r->paths_by, tri_path_name(path), hotspot,
                    r->variants.n > 0 ? " and variant" : "", all);
}

bool request_paths(const struct request *r, struct tri_error *e)
{
    for (size_t i = 0; r->paths_by && i < r->hotspots; i++)
        for (int path = 0; path < TRI_PATHS; path++)
            if (r->path[path] && !request_has_path(r, r->hotspot[i], (enum tri_path)path))
                return fail_path(r, r->hotspot[i], (enum tri_path)path, e);
    return check_variants(r, e);
}

/* ---- The end of it ---- */

bool name_option(const char *option, struct tri_error *e)
{
    struct tri_error plain = *e;
    return tri_fail(e, plain.status, "%s %s", option, plain.text);
}

bool write_output(const struct request *r, FILE **out, bool (*work)(void *data, struct tri_error *),
                  void *data, struct tri_error *e)
{
    struct tri_file file;
    *out = stdout;
    if (!r->output)
        return work(data, e);
    if (!tri_file_begin(&file, r->output, e))
        return name_option("-o", e);
    *out = file.stream;
    if (work(data, e))
        return tri_file_commit(&file, e) || name_option("-o", e);
    tri_file_abandon(&file);
    return false;
}

int finish(const char *program, bool good, bool disagreed, struct tri_error *e)
{
    if (good && (fflush(stdout) != 0 || ferror(stdout)))
        good = tri_fail(e, TRI_FAILED, "standard output: %s", strerror(errno));
    if (!good)
        return tri_report(program, e);
    return disagreed ? TRI_FAILED : TRI_AGREED;
}
