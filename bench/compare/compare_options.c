/* The command line of compare. */
#include "compare.h"

#include "help.h"
#include "hotspot.h"

#include <string.h>

enum { KEY_PICTURE = 0x200, KEY_AUDIT, KEY_FORMAT, KEY_TIMEOUT, KEY_RANDOM, KEY_SEED, KEY_SPECIAL };

static const struct argp_option options[] = {
    { "picture", KEY_PICTURE, "FILE", OPTION_OFTEN,
      "draw the points where float and double differ (.png, .ppm)", 2 },
    { "audit", KEY_AUDIT, "LEVEL", 0,
      "quick (the default): each path by its own map clauses, with its data on the device, from other bits, with other "
      "threads, and again; all: more of each; off: one run (the default with --random)",
      2 },
    { "random", KEY_RANDOM, "CASES", OPTION_OFTEN,
      "compare in so many small cases with parameters drawn at random; those that --set gives stay",
      2 },
    { "seed", KEY_SEED, "N", 0, "of --random: the same cases again (0 to 4294967295)", 2 },
    { "special", KEY_SPECIAL, NULL, 0,
      "put infinities, NaN, -0, subnormal numbers, the smallest and the largest among real inputs",
      2 },
    { "format", KEY_FORMAT, "FORMAT", 0,
      "print the results as text, or as json: a row for each path and precision, with all that was found; with --random one "
      "for each wrong run, and how many there were",
      2 },
    { "timeout", KEY_TIMEOUT, "SECONDS", 0,
      "a path that does not end within 1 to 86400 s, all its runs in a precision together, is wrong",
      2 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct compare *k = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &k->request; return 0;
    case KEY_PICTURE: k->picture = arg; return 0;
    case KEY_AUDIT: k->level = arg; return 0;
    case KEY_FORMAT: k->format = arg; return 0;
    case KEY_TIMEOUT:
        return parse_integer(&k->request, "--timeout", arg, 1, 86400, &k->timeout) ? 0 : EINVAL;
    case KEY_RANDOM:
        return parse_integer(&k->request, "--random", arg, 1, 1000000000, &k->random) ? 0 : EINVAL;
    case KEY_SEED:
        return parse_integer(&k->request, "--seed", arg, 0, UINT32_MAX, &k->seed) ? 0 : EINVAL;
    case KEY_SPECIAL: k->special = true; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = { { &request_argp, 0, "Which runs:", 1 }, { 0 } };
static const struct argp argp = {
    options, parse, "[HOTSPOT,...]",
    "Count the points at which each path differs from the reference, and at which float differs "
    "from double on each path.  Percentages are of all points of the output.",
    children
};

static bool check_files(const struct compare *k, struct tri_error *e)
{
    const struct named_file file[] = {
        { "-o", k->request.output, FILE_WRITTEN },
        { "--picture", k->picture, FILE_WRITTEN },
        { "--input", k->request.input, FILE_READ },
    };
    return files_apart(file, sizeof file / sizeof *file, e);
}

static bool parse_format(struct compare *k, struct tri_error *e)
{
    if (k->format && strcmp(k->format, "json") == 0)
        k->json = json_array();
    return k->json || !k->format || strcmp(k->format, "text") == 0 ||
           tri_fail(e, TRI_USAGE, "--format %.40s: has to be text or json", k->format);
}

/* One run of each path in each case, if nothing else is said; all in another process. */
static bool check_random(struct compare *k, struct tri_error *e)
{
    if (k->random == 0 && k->seed >= 0)
        return tri_fail(e, TRI_USAGE, "--seed: is for --random");
    if (k->random == 0)
        return true;
    if (k->request.path[TRI_ORIGIN] && k->request.paths_given)
        return tri_fail(e, TRI_USAGE, "--random: not of path origin, which differs by its nature");
    if (k->picture || k->request.input || k->request.devices_given || tri_ranks() > 1)
        return tri_fail(e, TRI_USAGE, "--random: not with --picture, --input, --devices or ranks");
    if (!k->level)
        k->audit = TRI_AUDIT_OFF;
    return true;
}

bool compare_options(struct compare *k, int argc, char **argv, struct tri_error *e)
{
    *k = (struct compare){ .out = stdout, .audit = TRI_AUDIT_QUICK, .seed = -1 };
    if (!parse_options(&argp, argc, argv, k, &k->request, e) ||
        !audit_level(k->level, &k->audit, e) || !parse_format(k, e) || !check_random(k, e))
        return false;
    k->request.usual = USUAL_ALL;
    if (k->timeout > 0 && compare_runs_here(k))
        return tri_fail(e, TRI_USAGE,
                        "--timeout: is for paths in a process of their own, not with --audit off, "
                        "--picture, --input, --devices or ranks");
    return check_files(k, e);
}

bool compare_runs_here(const struct compare *k)
{
    return (k->audit == TRI_AUDIT_OFF && k->random == 0) || k->picture || k->request.input ||
           k->request.devices_given || tri_ranks() > 1;
}

/* ---- Checks ---- */

/* Two cases of each requested precision are in memory at once.  The size is counted in cases of the wider
 * precision: two of float add one if a float case has half the size of a double one, else two.  A device that is this CPU has a
 * copy, and an audit two more: 5.9 of vecadd in both, measured. */
static bool fits(const struct compare *k, const struct tri_case *of, struct tri_error *e)
{
    const bool *asked = k->request.precision;
    size_t copies = k->audit == TRI_AUDIT_OFF ? 3 : 5;
    if (asked[TRI_FLOAT] && asked[TRI_DOUBLE])
        copies += tri_case_bytes(&of[TRI_FLOAT]) <= tri_case_bytes(&of[TRI_DOUBLE]) / 2 ? 1 : 2;
    return tri_case_fits(&of[asked[TRI_DOUBLE] ? TRI_DOUBLE : TRI_FLOAT], copies, e) ||
           name_setting("--set", e);
}

static bool can_be_drawn(const struct tri_case *c, struct tri_error *e)
{
    unsigned short state[3] = { 0 };
    char text[TRI_PARAMETERS_ROOM];
    return tri_audit_draw(c, state, text, sizeof text) ||
           tri_fail(e, TRI_USAGE, "--random: no case of %s with these --set has 1 MiB at most",
                    c->hotspot->name);
}

static bool check_case(const struct compare *k, const char *name, struct tri_error *e)
{
    struct tri_case of[TRI_PRECISIONS];
    for (int p = 0; p < TRI_PRECISIONS; p++)
        if (!request_case(&k->request, name, (enum tri_precision)p, &of[p], e))
            return false;
    if (k->request.hotspots_given && !special_is_for(k, &of[TRI_DOUBLE]))
        return tri_fail(e, TRI_USAGE, "--special: %s has no real inputs", name);
    return k->random > 0 ? can_be_drawn(&of[TRI_DOUBLE], e) : fits(k, of, e);
}

bool compare_check(const struct compare *k, struct tri_error *e)
{
    if (k->picture && k->request.hotspots != 1)
        return tri_fail(e, TRI_USAGE, "--picture: name one hotspot to draw");
    if (!request_paths(&k->request, e))
        return false;
    for (size_t i = 0; i < k->request.hotspots; i++)
        if (!check_case(k, k->request.hotspot[i], e))
            return false;
    return true;
}

/* ---- --special: for whom it says something ---- */

bool special_is_for(const struct compare *k, const struct tri_case *c)
{
    bool any = !k->special;
    for (int o = 0; o < TRI_MAX_OPERANDS && tri_operand_in(c, o); o++)
        any |= tri_operand_is_read(c, o) && tri_operand_in(c, o)->type >= TRI_FLOAT32;
    return any;
}

bool special_takes(const struct compare *k, const struct tri_variant *v)
{
    return !k->special || !v->apart;
}

/* It may also run for ever. */
enum { LONGEST = 60 };

bool special_is_defined(const struct compare *k, const struct tri_case *c, bool *defined,
                        struct tri_error *e)
{
    struct audited a;
    const struct audit_of of = { .variant = &c->hotspot->plain,
                                 .path = TRI_REFERENCE,
                                 .precision = c->hotspot->precision,
                                 .level = TRI_AUDIT_BRIEF,
                                 .seconds = k->timeout > 0 ? (int)k->timeout : LONGEST };
    *defined = true;
    if (!k->special)
        return true;
    if (!audit_there(c, &of, &a, e))
        return false;
    *defined = a.ran && !a.audit.wrong;
    if (!*defined)
        audit_leave_there(); /* where it has written is not known */
    return true;
}
