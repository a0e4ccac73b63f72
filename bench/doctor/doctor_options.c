/* The command line of doctor. */
#include "doctor_options.h"

#include "help.h"
#include "options.h"

enum { KEY_FEATURES = 0x300, KEY_FORMAT, KEY_DOCTOR };

static const struct argp_option options[] = {
    { "features", KEY_FEATURES, "LIST", OPTION_ARG_OPTIONAL | OPTION_OFTEN,
      "test which OpenMP features this compiler supports on this device, with a small program for each; all, "
      "or those in LIST",
      2 },
    { "format", KEY_FORMAT, "FORMAT", OPTION_OFTEN,
      "print the result of --features as text or json", 2 },
    { "doctor", KEY_DOCTOR, NULL, OPTION_HIDDEN, NULL, 2 }, /* as bench takes it */
    { 0 },
};

static const char *form_name(size_t i, const void *unused)
{
    static const char *const names[] = { [FEATURES_TEXT] = "text", [FEATURES_JSON] = "json", NULL };
    return names[i];
}

static error_t parse_features(struct doctoring *d, const char *list)
{
    d->features = true;
    for (size_t i = 0; !list && feature_at(i, NULL); i++)
        d->marked[i] = true;
    return list ? parse_list(&d->request, "--features", list, feature_at, d->marked) : 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct doctoring *d = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &d->request; return 0;
    case KEY_FEATURES: return parse_features(d, arg);
    case KEY_FORMAT:
        d->form_given = true;
        return parse_name(&d->request, "--format", arg, form_name, &d->form);
    case KEY_DOCTOR: return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = { { &output_argp, 0, NULL, 1 }, { 0 } };
static const struct argp argp = {
    options,
    parse,
    NULL,
    "Find out why offload does not run on the GPU.  With --features, test which OpenMP features the compiler "
    "of this build supports on this device; the exit status is 0 only if all of them work.",
    children,
    NULL,
    NULL,
};

bool doctor_options(struct doctoring *d, int argc, char **argv, struct tri_error *e)
{
    *d = (struct doctoring){ .out = stdout };
    if (!parse_options(&argp, argc, argv, d, &d->request, e))
        return false;
    if (d->form_given && !d->features)
        return tri_fail(e, TRI_USAGE, "--format: goes with --features");
    return request_only(&d->request, d->features ? REQUEST_OUTPUT : 0, "doctor",
                        "looks at this machine", e);
}
