/* The command line of doctor. */
#include "doctor_options.h"

#include "options.h"

static const struct argp_option options[] = {
    { "doctor", 0x300, NULL, OPTION_HIDDEN, NULL, 2 }, /* as bench takes it */
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    (void)arg;
    if (key == ARGP_KEY_INIT)
        state->child_inputs[0] = state->input;
    return key == ARGP_KEY_INIT || key == 0x300 ? 0 : ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = { { &request_argp, 0, NULL, 1 }, { 0 } };
static const struct argp argp = {
    options, parse, NULL, "Find out why offload does not run on the GPU.", children, NULL, NULL,
};

bool doctor_options(int argc, char **argv, struct tri_error *e)
{
    struct request request;
    if (!parse_options(&argp, argc, argv, &request, &request)) {
        *e = request.error;
        return false;
    }
    return request_only(&request, 0, "doctor", "looks at this machine", e);
}
