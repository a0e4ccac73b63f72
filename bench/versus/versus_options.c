/* The command line of versus. */
#include "versus.h"

#include "files.h"
#include "help.h"
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_TOLERANCE = 0x300, KEY_HOTSPOT, KEY_VERSUS };

static const struct argp_option options[] = {
    { "tolerance", KEY_TOLERANCE, "PERCENT", OPTION_OFTEN,
      "how much slower a row may be, in per cent (5)", 2 },
    { "hotspot", KEY_HOTSPOT, "LIST", OPTION_OFTEN, "only these hotspots", 2 },
    { "versus", KEY_VERSUS, "FILE", OPTION_HIDDEN, NULL, 2 },
    { 0 },
};

static error_t add_file(struct versus *v, const char *file)
{
    if (v->files == MAX_VERSUS)
        return usage_error(&v->request, "versus: no more than %d files", MAX_VERSUS);
    v->file[v->files++] = file;
    return 0;
}

error_t parse_tolerance(struct versus *v, const char *text)
{
    char *end;
    double percent = strtod(text, &end);
    if (end == text || (*end && strcmp(end, "%") != 0) || !(percent >= 0 && percent <= 1000))
        return usage_error(&v->request,
                           "--tolerance=%.40s: has to be a number of percent from 0 to 1000", text);
    v->tolerance = percent / 100;
    return 0;
}

/* Takes the other files from the command line, too. */
static error_t parse_files(struct versus *v, const char *file, struct argp_state *state)
{
    error_t status = add_file(v, file);
    v->by_option = true;
    while (status == 0 && state->next < state->argc && *state->argv[state->next] != '-')
        status = add_file(v, state->argv[state->next++]);
    return status;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct versus *v = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &v->request; return 0;
    case KEY_TOLERANCE: return parse_tolerance(v, arg);
    case KEY_HOTSPOT: return parse_hotspots(&v->request, arg);
    case KEY_VERSUS: return parse_files(v, arg, state);
    case ARGP_KEY_ARG: return v->by_option ? ARGP_ERR_UNKNOWN : add_file(v, arg);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = { { &rows_argp, 0, "Which rows:", 1 }, { 0 } };
static const struct argp argp = {
    options,
    parse,
    "A B ...",
    "Compare the rows of several files with those of A.  The exit status is 1 if a row of A is slower in "
    "another file by more than the tolerance, is missing there, or has wrong results.",
    children,
    NULL,
    NULL,
};

static bool check(const struct versus *v, struct tri_error *e)
{
    struct named_file file[1 + MAX_VERSUS] = { { "-o", v->request.output, FILE_WRITTEN } };
    if (v->files == 0)
        return tri_fail(e, TRI_USAGE, "needs two files of rows or more (see --help)");
    if (v->files == 1)
        return tri_fail(e, TRI_USAGE, "%.200s: needs another file to compare it with", v->file[0]);
    for (size_t i = 0; i < v->files; i++)
        file[1 + i] = (struct named_file){ "versus", v->file[i], FILE_READ };
    return request_only(&v->request, REQUEST_OUTPUT | REQUEST_WHICH, "versus", "reads rows", e) &&
           files_apart(file, sizeof file / sizeof *file, e);
}

bool versus_options(struct versus *v, int argc, char **argv, struct tri_error *e)
{
    *v = (struct versus){ .tolerance = 0.05, .out = stdout };
    return parse_options(&argp, argc, argv, v, &v->request, e) && check(v, e);
}
