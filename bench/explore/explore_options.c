/* The command line of explore, and the initial picture. */
#include "show.h"

#include "help.h"
#include "output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Command line ---- */

enum { KEY_SCRIPT = 0x300, KEY_PALETTE };

static const struct argp_option options[] = {
    { NULL, 0, NULL, 0, "How to show it:", 2 },
    { "script", KEY_SCRIPT, "FILE", OPTION_OFTEN,
      "play the steps of FILE without a display (--help=all lists them)", 2 },
    { "palette", KEY_PALETTE, "NAME", OPTION_OFTEN, "colours: those of render", 2 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct explore *k = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &k->request; return 0;
    case KEY_SCRIPT: k->script = arg; return 0;
    case KEY_PALETTE: return parse_palette(&k->request, arg, &k->palette);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static void print_steps(FILE *out)
{
    fputs("The left button of the mouse drags the picture, its wheel zooms. Keys:\n", out);
    for (size_t i = 0; key_name_at(i, NULL); i++)
        fprintf(out, "  %-20s %s\n", key_name_at(i, NULL), key_meaning_at(i));
    fputs("\nSteps of a script, one in a line; # begins a comment:\n", out);
    steps_print(out);
    for (size_t i = 0; set_at(i, NULL); i++) {
        fputc('\n', out);
        print_hotspot_help(out, tri_hotspot_named(set_at(i, NULL), TRI_DOUBLE));
    }
}

static char *help_steps(int key, const char *text, void *input)
{
    return help_after(key, text, print_steps);
}

static const struct argp_child children[] = { { &window_argp, 0, "What to compute:", 1 }, { 0 } };
static const struct argp argp = {
    options,
    parse,
    "[mandelbrot|julia]",
    "Show the Mandelbrot set and Julia sets in a window.  The mouse drags and zooms the picture.  Each frame is "
    "computed anew, in float by default.  --set width=1920,height=1080 selects the size of the picture.",
    children,
    help_steps
};

static bool check(const struct explore *k, struct tri_error *e)
{
    const struct request *r = &k->request;
    if (r->devices_given || r->halo_given)
        return tri_fail(e, TRI_USAGE, "--%s: explore computes on one device",
                        r->devices_given ? "devices" : "halo");
    if (r->input || r->output)
        return tri_fail(e, TRI_USAGE, "%s: explore %s", r->input ? "--input" : "-o",
                        r->input ? "takes no image" : "writes what its script or a key saves");
    return true;
}

bool explore_options(struct explore *k, int argc, char **argv, struct tri_error *e)
{
    *k = (struct explore){ .script = NULL };
    return parse_options(&argp, argc, argv, k, &k->request, e) && check(k, e);
}

/* ---- The initial picture ---- */

/* Defaults of explore, where the user sets nothing else: a size that fits a screen, and a detailed Julia set. */
static const struct {
    const char *param, *unless, *setting;
} first[] = {
    { "width", "resolution", "width=960" },
    { "width", "size", "width=960" },
    { "height", "resolution", "height=540" },
    { "height", "size", "height=540" },
    { "cre", "cim", "cre=-0.8,cim=0.156,iterations=400" },
};

static bool is_given(const struct tri_case *c, const char *param)
{
    int i = tri_param_named(c->hotspot, param, strlen(param));
    return i < 0 || c->given[i]; /* a parameter that the hotspot lacks needs no default */
}

static bool first_case(const struct explore *k, enum set set, bool asked, struct tri_case *c,
                       struct tri_error *e)
{
    const char *name = set_at(set, NULL);
    struct tri_case as_asked;
    tri_case_init(c, tri_hotspot_named(name, TRI_DOUBLE));
    if (asked && !request_case(&k->request, name, TRI_DOUBLE, c, e))
        return false;
    as_asked = *c;
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        if (!is_given(&as_asked, first[i].param) && !is_given(&as_asked, first[i].unless) &&
            !tri_case_set(c, first[i].setting, e))
            return name_setting("--set", e);
    return true;
}

static bool choose_set(const struct request *r, enum set *set, struct tri_error *e)
{
    int i = r->hotspots_given ? index_of(r->hotspot[0], set_at, NULL) : SET_MANDELBROT;
    *set = (enum set)i;
    return (i >= 0 && (r->hotspots == 1 || !r->hotspots_given)) ||
           tri_fail(e, TRI_USAGE, "hotspot %s: explore shows mandelbrot or julia",
                    r->hotspot[r->hotspots - 1]);
}

/* The path that the user names; else offload if there is a GPU; else the fastest CPU path. */
static bool choose_path(const struct request *r, enum tri_path *path, struct tri_error *e)
{
    int named = 0;
    for (int p = 0; p < TRI_PATHS && r->paths_given; p++)
        if (r->path[p]) {
            *path = (enum tri_path)p;
            named++;
        }
    if (named > 1)
        return tri_fail(e, TRI_USAGE, "--path: name one, others are a key away");
    if (named == 1)
        return true;
    bool gpu = tri_device_start(NULL) && tri_device_place() == TRI_GPU;
    *path = gpu ? TRI_OFFLOAD : tri_path_available(TRI_AVX2, NULL) ? TRI_AVX2 : TRI_SIMD;
    return true;
}

static bool choose_precision(const struct request *r, enum tri_precision *p, struct tri_error *e)
{
    bool both = r->precision[TRI_FLOAT] && r->precision[TRI_DOUBLE];
    *p = r->precision[TRI_FLOAT] ? TRI_FLOAT : TRI_DOUBLE;
    return !(both && r->precisions_given) ||
           tri_fail(e, TRI_USAGE, "--precision: name one, float or double");
}

static bool choose_variant(const struct request *r, const char **name, struct tri_error *e)
{
    if (r->variants.all || r->variants.n > 1)
        return tri_fail(e, TRI_USAGE, "--variant: name one, others are a key away");
    if (r->variants.n == 1)
        *name = r->variants.name[0];
    return true;
}

bool explore_begin(const struct explore *k, struct explorer *x, struct tri_error *e)
{
    const struct request *r = &k->request;
    struct tri_case start[SETS];
    enum set set;
    enum tri_path path;
    enum tri_precision precision;
    const char *variant = NULL;
    if (!choose_set(r, &set, e) || !choose_precision(r, &precision, e) ||
        !choose_variant(r, &variant, e))
        return false;
    for (int i = 0; i < SETS; i++)
        if (!first_case(k, (enum set)i, !r->hotspots_given || i == (int)set, &start[i], e))
            return false;
    if (!choose_path(r, &path, e) || !explorer_begin(x, set, start, path, variant, precision, e))
        return false;
    x->palette = k->palette ? k->palette : x->palette;
    return true;
}
