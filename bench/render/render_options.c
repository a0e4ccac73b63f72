/* The command line of render. */
#include "hotspot.h"
#include "render_options.h"

#include "output.h"
#include "help.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Command line ---- */

enum { KEY_PALETTE = 0x300, KEY_COURSEWORK };

static const struct argp_option options[] = {
    { NULL, 0, NULL, 0, "How to draw it:", 2 },
    { "palette", KEY_PALETTE, "NAME", OPTION_OFTEN,
      "colours (--help=all lists them; the first is the default)", 2 },
    { "coursework", KEY_COURSEWORK, "W H", 0,
      "the coursework report's image: W x H, its arithmetic, 254 iterations, its colours", 2 },
    { 0 },
};

/* argp reads only one value of an option, so the second is taken from the command line here. */
static error_t parse_coursework(struct render *k, const char *width, struct argp_state *state)
{
    const char *height = state->next < state->argc ? state->argv[state->next] : "";
    if (!isdigit((unsigned char)height[height[0] == '-']))
        return usage_error(&k->request, "--coursework %.40s: needs two integers, W H", width);
    state->next++;
    k->coursework[0] = width;
    k->coursework[1] = height;
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct render *k = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &k->request; return 0;
    case KEY_PALETTE: return parse_palette(&k->request, arg, &k->palette);
    case KEY_COURSEWORK: return parse_coursework(k, arg, state);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static void print_palettes(FILE *out)
{
    fprintf(out, "Palettes (points that do not escape are black):\n");
    for (size_t i = 0; tri_palette_at(i); i++)
        fprintf(out, "  %-12s %s\n", tri_palette_name_at(i, NULL),
                tri_palette_meaning(tri_palette_at(i)));
}

static char *help_palettes(int key, const char *text, void *input)
{
    return help_after(key, text, print_palettes);
}

static const struct argp_child children[] = { { &request_argp, 0, "What to compute:", 1 }, { 0 } };
static const struct argp argp = {
    options,
    parse,
    "[HOTSPOT]",
    "Draw a hotspot's output to the file of -o, which ends in .png or .ppm (default: HOTSPOT.png).  By default "
    "it is computed in double, by the fastest CPU path that there is.",
    children,
    help_palettes
};

/* ---- What to draw ---- */

/* The names of the requested hotspots that have a picture. */
static const char *drawable_at(size_t i, const void *request)
{
    const struct request *r = request;
    for (size_t k = 0; k < r->hotspots; k++)
        if (tri_hotspot_named(r->hotspot[k], TRI_DOUBLE)->picture.show && i-- == 0)
            return r->hotspot[k];
    return NULL;
}

static bool choose_hotspot(const struct render *k, const char **name, struct tri_error *e)
{
    const struct request *r = &k->request;
    bool coursework = k->coursework[0] && !r->hotspots_given;
    *name = coursework ? "listings" : drawable_at(0, r);
    if (!*name)
        return tri_fail(e, TRI_USAGE, "hotspot %s: has no picture", r->hotspot[0]);
    return coursework || r->hotspots == 1 ||
           tri_fail(e, TRI_USAGE, "hotspot: name one to draw (of %s)",
                    list_names(drawable_at, r).s);
}

/* Report B's image fixes all settings, so others are refused. */
static bool check_coursework(const struct render *k, const struct tri_case *c, struct tri_error *e)
{
    if (strcmp(c->hotspot->name, "listings") != 0)
        return tri_fail(e, TRI_USAGE, "hotspot %s: --coursework W H is an image of listings",
                        c->hotspot->name);
    for (int i = 0; c->hotspot->params[i].name; i++)
        if (c->given[i])
            return tri_fail(e, TRI_USAGE, "--set %s: --coursework W H sets everything itself",
                            c->hotspot->params[i].name);
    if (k->palette && k->palette != tri_palette_named("coursework"))
        return tri_fail(e, TRI_USAGE, "--palette %s: --coursework W H has its own, coursework",
                        tri_palette_name(k->palette));
    if (c->hotspot->precision != TRI_DOUBLE)
        return tri_fail(e, TRI_USAGE, "--precision %s: --coursework W H is in double",
                        tri_precision_name(c->hotspot->precision));
    return true;
}

/* An error about parameters is about --coursework's two numbers here, so it names that option instead. */
static bool name_coursework(const struct render *k, struct tri_error *e)
{
    struct tri_error plain = *e;
    const char *why = strchr(plain.text, ':');
    return tri_fail(e, plain.status, "--coursework %s %s%s", k->coursework[0], k->coursework[1],
                    why ? why : "");
}

static bool apply_coursework(struct render *k, struct tri_case *c, struct tri_error *e)
{
    const struct tri_param *width = &c->hotspot->params[c->hotspot->picture.width];
    const struct tri_param *height = &c->hotspot->params[c->hotspot->picture.height];
    struct request *r = &k->request;
    long w, h;
    if (!check_coursework(k, c, e))
        return false;
    if (!parse_integer(r, "--coursework W", k->coursework[0], 4, (long)width->max, &w) ||
        !parse_integer(r, "--coursework H", k->coursework[1], 1, (long)height->max, &h)) {
        *e = r->error;
        return false;
    }
    char settings[160];
    snprintf(settings, sizeof settings, "arithmetic=coursework,iterations=254,%s=%ld,%s=%ld",
             width->name, w, height->name, h);
    k->palette = tri_palette_named("coursework");
    return (tri_case_set(c, settings, e) || name_setting("--set", e)) &&
           (tri_case_fits(c, 1, e) || name_coursework(k, e));
}

static bool choose_case(struct render *k, struct tri_case *c, struct tri_error *e)
{
    const char *name = NULL;
    const bool *precision = k->request.precision;
    enum tri_precision p = precision[TRI_DOUBLE] ? TRI_DOUBLE : TRI_FLOAT;
    if (k->request.precisions_given && precision[TRI_FLOAT] && precision[TRI_DOUBLE])
        return tri_fail(e, TRI_USAGE, "--precision: name one, float or double");
    if (!choose_hotspot(k, &name, e))
        return false;
    k->request.base = tri_hotspot_named(name, p)->picture.set;
    if (!request_case(&k->request, name, p, c, e))
        return false;
    if (k->coursework[0] && !apply_coursework(k, c, e))
        return false;
    if (!k->palette)
        k->palette = tri_palette_at(0);
    if (!k->request.output) {
        snprintf(k->output, sizeof k->output, "%s.png", name);
        k->request.output = k->output;
    }
    return true;
}

static bool can_run(const struct tri_case *c, enum tri_path path, struct tri_error *e)
{
    const struct tri_variant *v = c->variant;
    if (!tri_path_of(c->hotspot, v, path))
        return tri_fail(e, TRI_USAGE, "--path %s: %s, %s, does not have it in %s",
                        tri_path_name(path), c->hotspot->name, v->name,
                        tri_precision_name(c->hotspot->precision));
    return tri_path_available(path, e) && tri_variant_available(v, path, e);
}

/* Chooses the last requested variant; all variants make the same image. */
static bool choose_variant(const struct render *k, struct tri_case *c, struct tri_error *e)
{
    const struct tri_hotspot *h = c->hotspot;
    const struct tri_variant *chosen = NULL;
    const struct variant_names *names = &k->request.variants;
    int named = 0;
    for (size_t i = 0; i < names->n; i++)
        if (!tri_variant_named(h, names->name[i]))
            return fail_variant(h, 1, names->option, names->name[i], e);
    for (size_t i = 0; tri_variant_at(h, i); i++)
        if (request_takes_variant(&k->request, h, tri_variant_at(h, i))) {
            chosen = tri_variant_at(h, i);
            named++;
        }
    if (k->request.variants_given && named != 1)
        return tri_fail(e, TRI_USAGE, "--variant: name one of %s, an image is computed once",
                        h->name);
    return tri_case_choose(c, chosen, e);
}

/* A hotspot of one's own need not have all of them; the reference is always there. */
static enum tri_path usual_path(const struct tri_case *c)
{
    static const enum tri_path paths[] = { TRI_AVX2, TRI_SIMD, TRI_OFFLOAD };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (can_run(c, paths[i], NULL))
            return paths[i];
    return TRI_REFERENCE;
}

static bool choose_path(const struct render *k, struct tri_case *c, enum tri_path *path,
                        struct tri_error *e)
{
    int named = 0;
    if (!choose_variant(k, c, e))
        return false;
    *path = k->request.devices_given ? TRI_OFFLOAD : usual_path(c);
    for (int p = 0; p < TRI_PATHS && k->request.paths_given; p++)
        if (k->request.path[p]) {
            *path = (enum tri_path)p;
            named++;
        }
    if (named > 1)
        return tri_fail(e, TRI_USAGE, "--path: name one, an image is computed once");
    if (k->request.devices_given && *path != TRI_OFFLOAD)
        return tri_fail(e, TRI_USAGE, "--devices: are shared by path offload only, not by %s",
                        tri_path_name(*path));
    return can_run(c, *path, e);
}

bool render_options(struct render *k, int argc, char **argv, struct tri_error *e)
{
    *k = (struct render){ 0 };
    if (!parse_options(&argp, argc, argv, k, &k->request, e))
        return false;
    k->request.usual = USUAL_TUNED;
    return true;
}

bool render_choose(struct render *k, struct tri_case *c, enum tri_path *path, struct tri_error *e)
{
    return choose_case(k, c, e) && choose_path(k, c, path, e) &&
           (tri_case_fits(c, 1, e) || name_setting("--set", e));
}

/* ---- The command that draws it again ---- */

/* Prints --set for the parameters that are not set by --input; `settings` has all of them as "name=value,…". */
static void print_settings(FILE *out, const struct tri_case *c, char *settings)
{
    char *rest = settings, *one;
    const char *before = " --set ";
    for (int p = 0; (one = strsep(&rest, ",")); p++)
        if (!c->input || !tri_param_of_input(c->hotspot, p)) {
            fprintf(out, "%s%s", before, one);
            before = ",";
        }
}

char *render_command(const struct tri_case *c, const struct tri_palette *palette, const char *input)
{
    char *all = NULL;
    size_t size, length = (size_t)tri_case_describe(c, NULL, 0) + 1;
    char *settings = malloc(length);
    FILE *out = settings ? open_memstream(&all, &size) : NULL;
    if (out) {
        tri_case_describe(c, settings, length);
        fprintf(out, "render %s --precision %s --palette %s", c->hotspot->name,
                tri_precision_name(c->hotspot->precision), tri_palette_name(palette));
        if (c->input) {
            fputs(" --input ", out);
            print_word(out, input);
        }
        print_settings(out, c, settings);
        fclose(out);
    }
    free(settings);
    return all;
}
